import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { boardTag, changelogTag, personTags, postTag } from '../cache-tags'
import { env } from '../env'
import { linkEntry, type PublicEntry } from '../post/public-format'
import { publicClient } from '../supabase/public'
import { isDataException } from '../supabase/database-errors'
import { listEntries } from './changelog'

type ApiEntry = ReturnType<typeof linkEntry>

async function readApiEntries(ids: number[]): Promise<ApiEntry[]> {
  if (ids.length === 0) return []
  const { data } = await publicClient.rpc('api_entries', { entry_ids: ids }).throwOnError()
  return (data as PublicEntry[]).map((entry) => linkEntry(entry, env.SITE_URL))
}

/** Next allows 128 tags per result, so one tag for all lists stands for many posts. */
function tagsOf(entries: ApiEntry[]): string[] {
  const posts = entries.flatMap((entry) => entry.posts)
  const tags = new Set(posts.map(({ id }) => postTag(id)))
  return [
    ...(tags.size > 50 ? [boardTag()] : tags),
    ...personTags(posts.map(({ author }) => author?.id)).slice(0, 70),
  ]
}

export async function getApiEntry(id: number): Promise<ApiEntry | null> {
  'use cache'
  cacheLife('board')
  cacheTag(changelogTag())
  const entries = await readApiEntries([id])
  cacheTag(...tagsOf(entries))
  return entries[0] ?? null
}

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
