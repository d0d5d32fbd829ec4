import { answerPrivate } from '@/lib/publish/answer-private'
import { unavailableOnError } from '@/lib/publish/unavailable-on-error'
import { countUnread } from '@/lib/queries/notifications'

/** How many notices the signed-in person has not read. */
export const GET = unavailableOnError(async () => answerPrivate({ unread: await countUnread() }))
