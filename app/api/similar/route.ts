import { answerQuery } from '@/lib/publish/answer-query'
import { listSimilarPosts } from '@/lib/queries/search'
import { similarQuery } from '@/lib/schemas/query'

/** Posts that may say the same as a title that is being typed. */
export function GET(request: Request): Promise<Response> {
  return answerQuery(request, similarQuery, async ({ title }) => ({ posts: await listSimilarPosts(title) }))
}
