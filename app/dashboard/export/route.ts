import { answerPostsCsv } from '@/lib/publish/answer-posts-csv'
import { unavailableOnError } from '@/lib/publish/unavailable-on-error'

export const GET = unavailableOnError(answerPostsCsv)
