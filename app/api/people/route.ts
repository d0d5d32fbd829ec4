import { answerTeam } from '@/lib/publish/answer'
import { findPeople } from '@/lib/queries/people'
import { peopleQuery } from '@/lib/schemas/query'

/** Finds people with a confirmed address by part of their name; admins can also search by address. */
export const GET = answerTeam(peopleQuery, async ({ q }) => ({ people: await findPeople(q) }))
