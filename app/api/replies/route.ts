import { z } from 'zod'
import { answerQuery } from '@/lib/publish/answer-query'
import { listReplies } from '@/lib/queries/comments'

const schema = z.object({ comment: z.coerce.number().int().positive(), after: z.string().max(200) })

/** The next page of the replies to a comment. */
export function GET(request: Request) {
  return answerQuery(request, schema, ({ comment, after }) => listReplies(comment, after))
}
