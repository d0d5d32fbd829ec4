import { answerPostsCsv } from '@/lib/publish/downloads'
import { unavailableOnError } from '@/lib/publish/answer-query'

export const GET = unavailableOnError(answerPostsCsv)
