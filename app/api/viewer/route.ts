import { answerPrivate, unavailableOnError } from '@/lib/publish/answer'
import { awaitsCode, getViewer } from '@/lib/session/viewer'

/** The signed-in person, for the browser. It signs itself out if there is none, unless the person still has to enter a code. */
export const GET = unavailableOnError(async () => {
  const viewer = await getViewer()
  if (!viewer && (await awaitsCode())) return answerPrivate({ viewer, awaitsCode: true })
  return answerPrivate({ viewer })
})
