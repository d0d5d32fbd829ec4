import { shownName } from '../words/shown-name'
import type { Database } from '../supabase/database.types'

type Functions = Database['public']['Functions']
type ListRow = Functions['list_posts']['Returns'][number]
type SearchRow = Functions['search_posts']['Returns'][number]

export type PostRowData = ReturnType<typeof toPostRow>

export function toPostRow(row: Pick<ListRow, keyof ListRow & keyof SearchRow>) {
  return {
    id: row.id,
    categorySlug: row.category_slug,
    slug: row.slug,
    title: row.title,
    state: row.state,
    votesTotal: row.votes_total,
    commentsTotal: row.comments_total,
    createdAt: row.created_at,
    // The generated types don't know which columns of a function can be null.
    authorId: row.author_id as string | null,
    authorName: shownName(row.author_name as string | null),
    authorIsTeam: row.author_is_team,
    cursor: row.row_cursor,
  }
}
