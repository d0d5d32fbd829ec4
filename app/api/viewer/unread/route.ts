import { answerPrivate, unavailableOnError } from '@/lib/publish/answer'
import { countUnread } from '@/lib/queries/notifications'

/** How many notices the signed-in person has not read. */
export const GET = unavailableOnError(async () => answerPrivate({ unread: await countUnread() }))
