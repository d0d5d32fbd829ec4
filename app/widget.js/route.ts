import { unavailableOnError } from '@/lib/publish/answer'
import { answerWidget } from '@/lib/publish/widget-script'

/** The widget for other sites (docs/widget.md). */
export const GET = unavailableOnError(answerWidget)
