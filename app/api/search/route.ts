import { queryRoute } from '@/lib/publish/answer'
import { currentSlug } from '@/lib/queries/categories'
import { searchPosts } from '@/lib/queries/search'
import { searchQuery } from '@/lib/schemas/query'

export const GET = queryRoute(searchQuery, async ({ q, after, category, state }) =>
  searchPosts(q, after, { category: category && (await currentSlug(category)), state }),
)
