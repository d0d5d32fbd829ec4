import { currentSlug } from '@/lib/queries/categories'
import { listPosts } from '@/lib/queries/posts'
import { queryRoute } from '@/lib/publish/answer'
import { postsQuery } from '@/lib/schemas/query'

export const GET = queryRoute(postsQuery, async ({ after, limit, category, ...filter }) =>
  listPosts({ ...filter, category: category && (await currentSlug(category)) }, after, limit),
)
