import { queryRoute } from '@/lib/publish/answer'
import { listOwnReactions } from '@/lib/queries/changelog-viewer'
import { ownReactionsQuery } from '@/lib/schemas/query'

/** How the signed-in person reacted to the entries of a page. */
export const GET = queryRoute(
  ownReactionsQuery,
  async ({ entries }) => ({ reactions: await listOwnReactions(entries) }),
  'private',
)
