import { answerInbox } from '@/lib/publish/answer-inbox'
import { unavailableOnError } from '@/lib/publish/answer-query'

export const GET = unavailableOnError(answerInbox)
