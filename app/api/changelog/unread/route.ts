import { queryRoute } from '@/lib/publish/answer'
import { countUnreadEntries } from '@/lib/queries/changelog-viewer'
import { unreadEntriesQuery } from '@/lib/schemas/query'

/** How many entries were published since a given time, or since the signed-in person last opened the changelog. */
export const GET = queryRoute(unreadEntriesQuery, ({ since }) => countUnreadEntries(since), 'private')
