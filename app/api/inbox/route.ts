import { answerInbox } from '@/lib/publish/answer-inbox'
import { unavailableOnError } from '@/lib/publish/unavailable-on-error'

export const GET = unavailableOnError(answerInbox)
