import { answerPrivate, unavailableOnError } from '@/lib/publish/answer'
import { countUnread } from '@/lib/queries/notifications'

/** How many notifications the signed-in person hasn't read. */
export const GET = unavailableOnError(async () => answerPrivate({ unread: await countUnread() }))
