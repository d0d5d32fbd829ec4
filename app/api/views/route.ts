import { answerTeam } from '@/lib/publish/answer'
import { countViews } from '@/lib/queries/dashboard'
import { freeQuery } from '@/lib/schemas/query'

/** How many posts each of the team's views shows. */
export const GET = answerTeam(freeQuery, async () => ({ counts: await countViews() }))
