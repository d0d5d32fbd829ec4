import { answerTeam } from '@/lib/publish/answer'
import { countViews } from '@/lib/queries/dashboard'
import { freeQuery } from '@/lib/schemas/query'

export const GET = answerTeam(freeQuery, async () => ({ counts: await countViews() }))
