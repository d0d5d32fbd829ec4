import { queryRoute } from '@/lib/publish/answer'
import { listOwnReactions } from '@/lib/queries/changelog-viewer'
import { ownReactionsQuery } from '@/lib/schemas/query'

/** The signed-in person's reactions to the entries on a page. */
export const GET = queryRoute(
  ownReactionsQuery,
  async ({ entries }) => ({ reactions: await listOwnReactions(entries) }),
  'private',
)
