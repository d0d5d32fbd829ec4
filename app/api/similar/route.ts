import { z } from 'zod'
import { answerQuery } from '@/lib/publish/answer-query'
import { listSimilarPosts } from '@/lib/queries/search'

const schema = z.object({ title: z.string().max(200) })

/** Posts that may say the same as a title that is being typed. */
export function GET(request: Request): Promise<Response> {
  return answerQuery(request, schema, async ({ title }) => ({ posts: await listSimilarPosts(title) }))
}
