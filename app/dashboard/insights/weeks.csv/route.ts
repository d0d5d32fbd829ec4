import { answerInsightsCsv } from '@/lib/publish/insights-csv'
import { orUnavailable } from '@/lib/publish/or-unavailable'

export const GET = orUnavailable(answerInsightsCsv)
