import { queryRoute } from '@/lib/publish/answer'
import { getOwnFollow } from '@/lib/queries/follows'
import { ownOnPostQuery } from '@/lib/schemas/query'

export const GET = queryRoute(
  ownOnPostQuery,
  async ({ post }) => ({ follow: await getOwnFollow(post) }),
  'private',
)
