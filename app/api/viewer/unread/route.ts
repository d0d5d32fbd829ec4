import { answerPrivate, unavailableOnError } from '@/lib/publish/answer'
import { countUnread } from '@/lib/queries/notifications'

export const GET = unavailableOnError(async () => answerPrivate({ unread: await countUnread() }))
