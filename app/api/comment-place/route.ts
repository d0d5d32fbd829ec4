import { queryRoute } from '@/lib/publish/answer'
import { findCommentPlace } from '@/lib/queries/comments'
import { commentPlaceQuery } from '@/lib/schemas/query'

export const GET = queryRoute(commentPlaceQuery, async ({ comment }) => ({
  place: await findCommentPlace(comment),
}))
