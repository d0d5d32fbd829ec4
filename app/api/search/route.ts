import { answerQuery } from '@/lib/publish/answer-query'
import { searchPosts } from '@/lib/queries/search'
import { searchQuery } from '@/lib/schemas/query'

/** A page of search results. */
export function GET(request: Request) {
  return answerQuery(request, searchQuery, ({ q, after, category }) => searchPosts(q, after, category))
}
