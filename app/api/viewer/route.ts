import { answerPrivate, unavailableOnError } from '@/lib/publish/answer'
import { forgetBrokenSession } from '@/lib/session/sign-out'
import { awaitsCode, getViewer } from '@/lib/session/viewer'

/** The signed-in person, for the browser; null removes an unusable session. */
export const GET = unavailableOnError(async () => {
  const viewer = await getViewer()
  if (!viewer && (await awaitsCode())) return answerPrivate({ viewer, awaitsCode: true })
  if (!viewer) await forgetBrokenSession()
  return answerPrivate({ viewer })
})
