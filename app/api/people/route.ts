import { answerTeam } from '@/lib/publish/answer'
import { findPeople } from '@/lib/queries/people'
import { peopleQuery } from '@/lib/schemas/query'

export const GET = answerTeam(peopleQuery, async ({ q }) => ({ people: await findPeople(q) }))
