import 'server-only'
import type { Reaction } from '../post/changelog'
import { viewerClient } from '../supabase/server'
import { readOwn } from './read-own'

export async function listOwnReactions(entries: number[]): Promise<{ entry: number; kind: Reaction }[]> {
  const rows = await readOwn((client) => client.rpc('my_reactions', { entry_ids: entries }))
  return rows.map(({ entry_id, kind }) => ({ entry: entry_id, kind }))
}

export async function countUnreadEntries(since?: string) {
  const client = await viewerClient()
  const { data } = await client.rpc('changelog_unread', { since }).single().throwOnError()
  return { unread: data.unread, newestAt: data.newest_at as string | null }
}
