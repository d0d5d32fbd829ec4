import { answerInbox } from '@/lib/publish/answer-inbox'
import { orUnavailable } from '@/lib/publish/or-unavailable'

export const GET = orUnavailable(answerInbox)
