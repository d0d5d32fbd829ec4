import { answerQuery } from '@/lib/publish/answer'
import { findCommentPlace } from '@/lib/queries/comments'
import { commentPlaceQuery } from '@/lib/schemas/query'

/** Where a comment is that a link leads to. */
export function GET(request: Request) {
  return answerQuery(request, commentPlaceQuery, async ({ comment }) => ({
    place: await findCommentPlace(comment),
  }))
}
