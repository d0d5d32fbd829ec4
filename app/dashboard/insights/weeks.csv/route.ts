import { answerInsightsCsv } from '@/lib/publish/insights-csv'
import { unavailableOnError } from '@/lib/publish/unavailable-on-error'

export const GET = unavailableOnError(answerInsightsCsv)
