import { queryRoute } from '@/lib/publish/answer'
import { getOwnFollow } from '@/lib/queries/follows'
import { ownFollowQuery } from '@/lib/schemas/query'

/** How the signed-in person follows a post. */
export const GET = queryRoute(
  ownFollowQuery,
  async ({ post }) => ({ follow: await getOwnFollow(post) }),
  'private',
)
