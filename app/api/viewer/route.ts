import { answerPrivate } from '@/lib/answer-private'
import { forgetBrokenSession } from '@/lib/sign-out'
import { getViewer } from '@/lib/viewer'

/** Who is signed in, for the browser; null clears a session nobody can use any more. */
export async function GET(): Promise<Response> {
  const viewer = await getViewer()
  if (!viewer) await forgetBrokenSession()
  return answerPrivate({ viewer })
}
