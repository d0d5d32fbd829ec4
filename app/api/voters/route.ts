import { answerTeam } from '@/lib/publish/answer'
import { listVoters } from '@/lib/queries/signals'
import { votersQuery } from '@/lib/schemas/query'

export const GET = answerTeam(votersQuery, (asked) => listVoters(asked))
