import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { boardTag, changelogTag, personTags, postTag } from '../cache-tags'
import { env } from '../env'
import { linkEntry, type PublicEntry } from '../post/public-format'
import { publicClient } from '../supabase/public'
import { isDataException } from '../supabase/database-errors'
import { listEntries } from './changelog'

// What the API returns about the changelog, in the format of webhooks.

type ApiEntry = ReturnType<typeof linkEntry>

async function readApiEntries(ids: number[]): Promise<ApiEntry[]> {
  if (ids.length === 0) return []
  const { data } = await publicClient.rpc('api_entries', { entry_ids: ids }).throwOnError()
  return (data as PublicEntry[]).map((entry) => linkEntry(entry, env.SITE_URL))
}

/**
 * The cache tags of entries and their posts. Next allows 128 per result, so one tag for all lists stands for many
 * posts.
 */
function tagsOf(entries: ApiEntry[]): string[] {
  const posts = entries.flatMap((entry) => entry.posts)
  const tags = new Set(posts.map(({ id }) => postTag(id)))
  return [
    ...(tags.size > 50 ? [boardTag()] : tags),
    ...personTags(posts.map(({ author }) => author?.id)).slice(0, 70),
  ]
}

/** A published entry, cached until it changes; null if there is none. */
export async function getApiEntry(id: number): Promise<ApiEntry | null> {
  'use cache'
  cacheLife('board')
  cacheTag(changelogTag())
  const entries = await readApiEntries([id])
  cacheTag(...tagsOf(entries))
  return entries[0] ?? null
}

/** One page of published entries, newest first, cached until one changes; null if the cursor is invalid. */
export async function getApiEntries(label: string | undefined, after: string | undefined, limit: number) {
  'use cache'
  cacheLife('board')
  cacheTag(changelogTag())
  const page = await listEntries(label, after, limit).catch((error: unknown) => {
    if (!isDataException(error)) throw error
    return null
  })
  if (!page) return null
  const items = await readApiEntries(page.entries.map(({ id }) => id))
  cacheTag(...tagsOf(items))
  return { items, next: page.next }
}
