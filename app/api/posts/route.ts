import { currentSlug } from '@/lib/queries/categories'
import { listPosts } from '@/lib/queries/posts'
import { answerQuery } from '@/lib/publish/answer'
import { postsQuery } from '@/lib/schemas/query'

/** The next page of a list of posts. */
export function GET(request: Request) {
  return answerQuery(request, postsQuery, async ({ after, limit, category, ...filter }) =>
    listPosts({ ...filter, category: category && (await currentSlug(category)) }, after, limit),
  )
}
