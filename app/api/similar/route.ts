import { queryRoute } from '@/lib/publish/answer'
import { listSimilarPosts } from '@/lib/queries/search'
import { similarQuery } from '@/lib/schemas/query'

export const GET = queryRoute(similarQuery, async ({ title, details }) => ({
  posts: await listSimilarPosts(title, details),
}))
