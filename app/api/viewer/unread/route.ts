import { answerPrivate } from '@/lib/publish/answer-private'
import { orUnavailable } from '@/lib/publish/or-unavailable'
import { countUnread } from '@/lib/queries/notices'

/** How many notices the signed-in person has not read. */
export const GET = orUnavailable(async () => answerPrivate({ unread: await countUnread() }))
