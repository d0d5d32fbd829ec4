import { answerQuery } from '@/lib/publish/answer'
import { listComments } from '@/lib/queries/comments'
import { commentsQuery } from '@/lib/schemas/query'

/** The next page of a post's comments. */
export function GET(request: Request) {
  return answerQuery(request, commentsQuery, ({ post, after }) => listComments(post, after))
}
