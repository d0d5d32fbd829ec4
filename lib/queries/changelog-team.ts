import { shownName } from '../words/shown-name'
import 'server-only'
import type { EntryState } from '../post/changelog'
import { viewerClient } from '../supabase/server'
import type { Viewer } from '../session/viewer'
import { type Label, toEntry } from './changelog'

export type ListedEntry = Awaited<ReturnType<typeof listTeamEntries>>['entries'][number]
export type EditedEntry = NonNullable<Awaited<ReturnType<typeof getTeamEntry>>>
export type LinkedPost = Awaited<ReturnType<typeof listLinkedPosts>>[number]

const pageSize = 50

/** Lists drafts first, then scheduled and published entries, for the team. */
export async function listTeamEntries(before: number | null) {
  const client = await viewerClient()
  const { data } = await client
    .rpc('admin_entries', { before_entry: before ?? undefined, max_rows: pageSize + 1 })
    .throwOnError()
  const entries = data.slice(0, pageSize).map((row) => ({
    id: row.id,
    title: row.title,
    slug: row.slug,
    state: row.state as EntryState,
    publishAt: row.publish_at as string | null,
    publishedAt: row.published_at as string | null,
    updatedAt: row.updated_at,
    authorName: shownName(row.author_name as string | null),
    labels: row.labels as Label[],
    posts: row.posts_total,
  }))
  return { entries, next: data.length > pageSize ? entries.at(-1)!.id : null }
}

export async function getTeamEntry(id: number) {
  const client = await viewerClient()
  const { data } = await client.rpc('admin_entry', { entry_id: id }).maybeSingle().throwOnError()
  return data && { ...toEntry(data), tells: data.tells, completes: data.completes }
}

export async function listLinkedPosts(ids: number[]) {
  if (ids.length === 0) return []
  const client = await viewerClient()
  const { data } = await client
    .from('posts')
    .select('id, title, slug, state, votes_total, categories!inner(slug)')
    .in('id', ids)
    .order('votes_total', { ascending: false })
    .order('id')
    .throwOnError()
  return data.map((row) => ({
    id: row.id,
    title: row.title,
    slug: row.slug,
    categorySlug: row.categories.slug,
    state: row.state,
    votesTotal: row.votes_total,
  }))
}

export async function getPublishing(viewer: Viewer) {
  const client = await viewerClient()
  const [settings, readers] = await Promise.all([
    client.from('site_settings').select('time_zone, moderators_publish').single().throwOnError(),
    client.rpc('admin_entry_readers').single().throwOnError(),
  ])
  return {
    mayPublish: viewer.role === 'admin' || settings.data.moderators_publish,
    timeZone: settings.data.time_zone,
    subscribers: readers.data.subscribers + readers.data.addresses,
  }
}
