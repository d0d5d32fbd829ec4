import { queryRoute } from '@/lib/publish/answer'
import { findCommentPlace } from '@/lib/queries/comments'
import { commentPlaceQuery } from '@/lib/schemas/query'

/** On which page a linked comment is. */
export const GET = queryRoute(commentPlaceQuery, async ({ comment }) => ({
  place: await findCommentPlace(comment),
}))
