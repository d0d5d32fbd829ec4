import { unavailableOnError } from '@/lib/publish/answer'
import { answerWidget } from '@/lib/publish/widget-script'

export const GET = unavailableOnError(answerWidget)
