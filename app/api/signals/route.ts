import { answerTeam } from '@/lib/publish/answer'
import { readSignals } from '@/lib/queries/signals'
import { signalsQuery } from '@/lib/schemas/query'

/** Notable signals about a post. */
export const GET = answerTeam(signalsQuery, ({ post }) => readSignals(post))
