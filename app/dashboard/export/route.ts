import { answerPostsCsv } from '@/lib/publish/answer-posts-csv'
import { orUnavailable } from '@/lib/publish/or-unavailable'

export const GET = orUnavailable(answerPostsCsv)
