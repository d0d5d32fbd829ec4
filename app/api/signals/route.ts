import { answerPrivate, answerQuery, unavailableOnError } from '@/lib/publish/answer-query'
import { readSignals } from '@/lib/queries/signals'
import { signalsQuery } from '@/lib/schemas/query'
import { isTeam } from '@/lib/session/is-team'
import { getViewer } from '@/lib/session/viewer'

/** What stands out about a post. For everybody but the team there is nothing here. */
export const GET = unavailableOnError(async (request: Request) => {
  if (!isTeam(await getViewer())) return answerPrivate({ message: 'Nothing is here.' }, 404)
  return answerQuery(request, signalsQuery, ({ post }) => readSignals(post), 'private')
})
