import { queryRoute } from '@/lib/publish/answer'
import { listNotifications } from '@/lib/queries/notifications'
import { ownPageQuery } from '@/lib/schemas/query'

export const GET = queryRoute(ownPageQuery, ({ before }) => listNotifications(before ?? null), 'private')
