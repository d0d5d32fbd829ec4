import { answerExport } from '@/lib/publish/answer-export'
import { unavailableOnError } from '@/lib/publish/unavailable-on-error'

export const GET = unavailableOnError(answerExport)
