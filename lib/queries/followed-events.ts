import 'server-only'
import type { Database } from '../supabase/database.types'
import { anonymousClient } from '../supabase/anonymous'

type Row = Database['public']['Functions']['followed_feed']['Returns'][number]
/** A row is about a change or about a comment; the types know nothing of what is missing in each. */
type Loose = { [Column in keyof Row]: Row[Column] | null } & Pick<
  Row,
  'title' | 'slug' | 'category_slug' | 'category_name' | 'created_at'
>

export type FollowedEvent = Awaited<ReturnType<typeof listFollowedEvents>>[number]

/** The newest changes and comments on what the owner of a personal feed follows. */
export async function listFollowedEvents(key: string) {
  const { data } = await anonymousClient.rpc('followed_feed', { key }).throwOnError()
  return (data as Loose[]).map((row) => ({
    post: {
      title: row.title,
      slug: row.slug,
      categorySlug: row.category_slug,
      categoryName: row.category_name,
    },
    change:
      row.change_id && row.from_state && row.to_state
        ? { id: row.change_id, from: row.from_state, to: row.to_state, note: row.note }
        : null,
    comment: row.comment_id ? { id: row.comment_id, body: row.body ?? '' } : null,
    actorName: row.actor_name ?? 'Deleted user',
    createdAt: row.created_at,
  }))
}
