import { answerPrivate, answerQuery, unavailableOnError } from '@/lib/publish/answer-query'
import { findPeople } from '@/lib/queries/people'
import { peopleQuery } from '@/lib/schemas/query'
import { isTeam } from '@/lib/session/is-team'
import { getViewer } from '@/lib/session/viewer'

/** People with a confirmed address by a part of their name, for admins also of it. Only the team finds somebody. */
export const GET = unavailableOnError(async (request: Request) => {
  if (!isTeam(await getViewer())) return answerPrivate({ message: 'Nothing is here.' }, 404)
  return answerQuery(request, peopleQuery, async ({ q }) => ({ people: await findPeople(q) }), 'private')
})
