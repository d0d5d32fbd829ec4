import { queryRoute } from '@/lib/publish/answer'
import { listWaitingComments } from '@/lib/queries/comments'
import { ownOnPostQuery } from '@/lib/schemas/query'

/** What the signed-in person has written on a post that waits for approval. */
export const GET = queryRoute(
  ownOnPostQuery,
  async ({ post }) => ({ comments: await listWaitingComments(post) }),
  'private',
)
