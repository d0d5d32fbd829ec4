import { answerTeam } from '@/lib/publish/answer'
import { findPeople, findVoters } from '@/lib/queries/people'
import { peopleQuery } from '@/lib/schemas/query'

export const GET = answerTeam(peopleQuery, async ({ q, only }) => ({
  people: await (only === 'voters' ? findVoters : findPeople)(q),
}))
