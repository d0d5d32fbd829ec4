import { queryRoute } from '@/lib/publish/answer'
import { listOwnReactions } from '@/lib/queries/changelog-viewer'
import { ownReactionsQuery } from '@/lib/schemas/query'

export const GET = queryRoute(
  ownReactionsQuery,
  async ({ entries }) => ({ reactions: await listOwnReactions(entries) }),
  'private',
)
