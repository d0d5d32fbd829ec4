import { z } from 'zod'
import { answerQuery } from '@/lib/publish/answer-query'
import { listComments } from '@/lib/queries/comments'

const schema = z.object({ post: z.coerce.number().int().positive(), after: z.string().max(200) })

/** The next page of a post's comments. */
export function GET(request: Request) {
  return answerQuery(request, schema, ({ post, after }) => listComments(post, after))
}
