import { answerTeam } from '@/lib/publish/answer'
import { findPeople } from '@/lib/queries/people'
import { peopleQuery } from '@/lib/schemas/query'

/** People with a confirmed address by a part of their name, for admins also of it. */
export const GET = answerTeam(peopleQuery, async ({ q }) => ({ people: await findPeople(q) }))
