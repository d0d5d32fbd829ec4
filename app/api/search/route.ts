import { z } from 'zod'
import { answerQuery } from '@/lib/publish/answer-query'
import { searchPosts } from '@/lib/queries/search'

const schema = z.object({ q: z.string().min(1).max(10_000), after: z.string().max(600) })

/** The next page of search results. */
export function GET(request: Request) {
  return answerQuery(request, schema, ({ q, after }) => searchPosts(q, after))
}
