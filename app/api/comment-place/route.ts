import { queryRoute } from '@/lib/publish/answer'
import { findCommentPlace } from '@/lib/queries/comments'
import { commentPlaceQuery } from '@/lib/schemas/query'

/** Where a comment is that a link leads to. */
export const GET = queryRoute(commentPlaceQuery, async ({ comment }) => ({
  place: await findCommentPlace(comment),
}))
