import { queryRoute } from '@/lib/publish/answer'
import { listWaitingComments } from '@/lib/queries/comments'
import { ownOnPostQuery } from '@/lib/schemas/query'

export const GET = queryRoute(
  ownOnPostQuery,
  async ({ post }) => ({ comments: await listWaitingComments(post) }),
  'private',
)
