import 'server-only'
import { viewerClient } from '../supabase/server'
import { plainText } from '../text/plain-text'

export type HiddenThing = Awaited<ReturnType<typeof listHidden>>['things'][number]

const pageSize = 50

/**
 * One page of what is hidden, the newest first; the database refuses whoever is not of the team.
 * @param before the last one already shown
 */
export async function listHidden(before: number | null) {
  const { data } = await (
    await viewerClient()
  )
    .rpc('admin_hidden', { before_id: before ?? undefined, max_rows: pageSize + 1 })
    .throwOnError()
  const things = data.slice(0, pageSize).map((row) => ({
    id: row.id,
    cause: row.cause,
    reason: row.reason,
    hiddenAt: row.hidden_at,
    hiddenBy: row.hidden_by as string | null,
    postId: row.post_id as number | null,
    commentId: row.comment_id as number | null,
    title: row.title,
    text: plainText(row.body, 600),
    author: (row.author_id as string | null) && { id: row.author_id, name: row.author_name },
  }))
  return { things, next: data.length > pageSize ? things[things.length - 1]!.id : null }
}
