import { answerQuery } from '@/lib/publish/answer'
import { listReplies } from '@/lib/queries/comments'
import { repliesQuery } from '@/lib/schemas/query'

/** The next page of the replies to a comment. */
export function GET(request: Request) {
  return answerQuery(request, repliesQuery, ({ comment, after }) => listReplies(comment, after))
}
