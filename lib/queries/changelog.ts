import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { changelogTag, entryAddressTag, hasChangelogTag, postTag } from '../cache-tags'
import { noSlug } from '../post/address'
import type { EntryState } from '../post/changelog'
import type { PostState } from '../post/states'
import { env } from '../env'
import type { Database } from '../supabase/database.types'
import { isDataException } from '../supabase/database-errors'
import { publicClient } from '../supabase/public'
import { storageAddress } from '../supabase/storage-address'
import { parseMarkdown } from '../text/markdown'
import { plainText } from '../text/plain-text'
import { wordRanges } from '../text/word-ranges'

export type Entry = NonNullable<Awaited<ReturnType<typeof getEntry>>>
export type ShownEntry = ReturnType<typeof showEntry>
export type Label = { id: number; name: string; slug: string }

type Row = Database['public']['Functions']['get_entry']['Returns'][number]
type PostRow = {
  id: number
  title: string
  slug: string
  category_slug: string
  state: PostState
  votes_total: number
}
type ImageRow = {
  id: string
  path: string
  alt: string
  width: number
  height: number
  widths: number[]
  position: number
}

const pageSize = 10

export function toEntry(row: Row) {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    body: row.body,
    state: row.state as EntryState,
    publishAt: row.publish_at as string | null,
    publishedAt: (row.published_at as string | null) ?? (row.publish_at as string | null) ?? row.updated_at,
    day: row.day,
    editedAt: row.edited_at as string | null,
    revision: row.revision,
    reactions: { like: row.likes, love: row.loves, celebrate: row.celebrations },
    labels: row.labels as Label[],
    posts: (row.posts as PostRow[]).map((post) => ({
      id: post.id,
      title: post.title,
      slug: post.slug,
      categorySlug: post.category_slug,
      state: post.state,
      votesTotal: post.votes_total,
    })),
    images: (row.images as ImageRow[]).map(({ path, ...image }) => ({
      ...image,
      src: storageAddress('images', path),
    })),
  }
}

export const showEntry = ({ body, ...entry }: ReturnType<typeof toEntry>) => ({
  ...entry,
  text: parseMarkdown(body),
})

/** A malformed cursor is an error. `next` is null on the last page. */
export async function listEntries(label?: string, after: string | null = null, limit = pageSize) {
  const { data } = await publicClient
    .rpc('list_entries', { label, after_cursor: after ?? undefined, max_rows: limit + 1 })
    .throwOnError()
  const entries = data.slice(0, limit).map(toEntry)
  const last = entries.at(-1)
  return {
    entries,
    next: data.length > limit && last ? `${Date.parse(last.publishedAt)}-${last.id}` : null,
  }
}

export async function getEntries(label?: string, after: string | null = null) {
  'use cache'
  cacheLife('board')
  cacheTag(changelogTag())
  const page = await listEntries(label, after).catch((error: unknown) => {
    if (!isDataException(error)) throw error
    return null
  })
  const posts = page?.entries.flatMap((entry) => entry.posts.map(({ id }) => id)) ?? []
  cacheTag(...[...new Set(posts)].slice(0, 100).map(postTag))
  return page
}

export async function getEntry(slug: string) {
  'use cache'
  cacheLife('board')
  cacheTag(entryAddressTag(slug))
  const { data } = await publicClient.rpc('get_entry', { address: slug }).throwOnError()
  const row = data[0]
  if (!row) return null
  const entry = toEntry(row)
  cacheTag(entryAddressTag(entry.slug), ...entry.posts.map(({ id }) => postTag(id)))
  return entry
}

/** The published entries before and after one; null at either end. */
export async function getNeighbors({ id, publishedAt }: Pick<Entry, 'id' | 'publishedAt'>) {
  'use cache'
  cacheLife('board')
  cacheTag(changelogTag())
  const find = async (side: 'lt' | 'gt') => {
    const ascending = side === 'gt'
    const { data } = await publicClient
      .from('changelog_entries')
      .select('title, slug')
      .eq('state', 'published')
      .or(`published_at.${side}.${publishedAt},and(published_at.eq.${publishedAt},id.${side}.${id})`)
      .order('published_at', { ascending })
      .order('id', { ascending })
      .limit(1)
      .maybeSingle()
      .throwOnError()
    return data
  }
  const [older, newer] = await Promise.all([find('lt'), find('gt')])
  return { older, newer }
}

export async function listLabels(): Promise<Label[]> {
  'use cache'
  cacheLife('board')
  cacheTag(changelogTag())
  const { data } = await publicClient
    .from('changelog_labels')
    .select('id, name, slug')
    .order('position')
    .order('id')
    .throwOnError()
  return data
}

/** The labels that a published entry has. */
export async function listUsedLabels(): Promise<Label[]> {
  'use cache'
  cacheLife('board')
  cacheTag(changelogTag())
  const labels = await listLabels()
  const uses = await Promise.all(
    labels.map(({ id }) =>
      publicClient
        .from('changelog_entry_labels')
        .select('label_id')
        .eq('label_id', id)
        .limit(1)
        .throwOnError(),
    ),
  )
  return labels.filter((_, i) => uses[i]!.data.length > 0)
}

export async function findLabel(slug: string): Promise<Label | null> {
  if (slug === noSlug) return null
  return (await listLabels()).find((label) => label.slug === slug) ?? null
}

export async function hasChangelog(): Promise<boolean> {
  if (env.SIGNPOST_OFFLINE_BUILD) return false
  return readHasChangelog().catch(() => false)
}

async function readHasChangelog(): Promise<boolean> {
  'use cache'
  cacheLife('board')
  cacheTag(hasChangelogTag())
  const { data } = await publicClient
    .from('changelog_entries')
    .select('id')
    .eq('state', 'published')
    .limit(1)
    .throwOnError()
  return data.length > 0
}

export async function searchEntries(query: string) {
  'use cache'
  cacheLife('board')
  cacheTag(changelogTag())
  return searchEntriesAnew(query)
}

/** Without the cache, for a query that is rarely repeated. */
export async function searchEntriesAnew(query: string) {
  if (!(await hasChangelog())) return []
  const { data } = await publicClient.rpc('search_entries', { query }).throwOnError()
  return data.map((row) => {
    const excerpt = plainText(row.excerpt, 160)
    return {
      id: row.id,
      title: row.title,
      titleRanges: wordRanges(query, row.title),
      slug: row.slug,
      excerpt,
      excerptRanges: wordRanges(query, excerpt),
      day: row.day,
    }
  })
}
