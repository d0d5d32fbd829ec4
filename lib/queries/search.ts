import 'server-only'
import { publicClient } from '../supabase/public'
import { toPostRow } from './post-row'

/** Parts of a text that matched: [start, length] in code points. */
export type Ranges = [start: number, length: number][]

export type FoundPost = Awaited<ReturnType<typeof searchPosts>>['posts'][number]

/**
 * Posts that match a query in title, details or comments, best first; never fails on any input.
 * @param after the cursor of the last post already shown
 * @param category the slug of the category to stay in; all when left out
 * @returns the posts, how many there are in all, and the cursor of the next page, null on the last one
 */
export async function searchPosts(query: string, after: string | null = null, category?: string, limit = 20) {
  const { data } = await publicClient
    .rpc('search_posts', {
      query,
      after_cursor: after ?? undefined,
      max_rows: limit + 1,
      in_category: category,
    })
    .throwOnError()
  const posts = data.slice(0, limit).map((row) => ({
    ...toPostRow(row),
    titleRanges: row.title_ranges as Ranges,
    snippet: row.snippet,
    snippetRanges: row.snippet_ranges as Ranges,
    isFromComment: row.snippet_source === 'comment',
  }))
  return {
    posts,
    total: data[0]?.total ?? 0,
    isTotalExact: data[0]?.total_is_exact ?? true,
    next: data.length > limit ? posts[posts.length - 1]!.cursor : null,
  }
}

export type SimilarPost = Awaited<ReturnType<typeof listSimilarPosts>>[number]

/** At most five posts whose title may mean the same, likeliest first. */
export async function listSimilarPosts(title: string) {
  const { data } = await publicClient.rpc('similar_posts', { query: title }).throwOnError()
  return data.map((row) => ({
    id: row.id,
    slug: row.slug,
    categorySlug: row.category_slug,
    title: row.title,
    state: row.state,
    votesTotal: row.votes_total,
  }))
}
