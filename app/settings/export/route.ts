import { answerExport } from '@/lib/publish/answer-export'
import { orUnavailable } from '@/lib/publish/or-unavailable'

export const GET = orUnavailable(answerExport)
