import { z } from 'zod'
import { postOrders } from '@/lib/post/orders'
import { postStates } from '@/lib/post/states'
import { listPosts } from '@/lib/queries/posts'
import { answerQuery } from '@/lib/publish/answer-query'

const schema = z.object({
  category: z.string().max(60).optional(),
  state: z.enum(postStates).optional(),
  order: z.enum(postOrders).optional(),
  after: z.string().max(600),
  limit: z.coerce.number().int().min(1).max(50).default(20),
})

/** The next page of a list of posts. */
export function GET(request: Request) {
  return answerQuery(request, schema, ({ after, limit, ...filter }) => listPosts(filter, after, limit))
}
