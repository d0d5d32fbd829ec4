import { answerTeam } from '@/lib/publish/answer'
import { readSignals } from '@/lib/queries/signals'
import { signalsQuery } from '@/lib/schemas/query'

export const GET = answerTeam(signalsQuery, ({ post }) => readSignals(post))
