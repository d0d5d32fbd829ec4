import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { boardTag } from '../cache-tags'
import type { PostState } from '../post/states'
import { queryLength } from '../post/stored-search'
import { publicClient } from '../supabase/public'
import { listCategories } from './categories'
import { toPostRow } from './post-row'
import { viewerClient } from '../supabase/server'

type Ranges = [start: number, length: number][]

export type FoundPost = Awaited<ReturnType<typeof searchPosts>>['posts'][number]

type Place = { category?: string; state?: PostState }

/** Best first; doesn't fail on any input. A repeated search within half a minute comes from the cache. */
export function searchPosts(query: string, after: string | null = null, place: Place = {}) {
  const asked = query.trim().slice(0, queryLength)
  // A cached error has lost its reason, and only a cursor can be invalid.
  return after === null ? keepSearch(asked, place) : readSearch(asked, after, place)
}

/** Searches without the cache. The result gets its own page, and that page is stored once it is requested again. */
export const searchPostsAnew: typeof searchPosts = (query, after = null, place = {}) =>
  readSearch(query.trim().slice(0, queryLength), after, place)

const pageSize = 20

async function keepSearch(query: string, place: Place) {
  'use cache'
  cacheLife('board')
  cacheTag(boardTag())
  return readSearch(query, null, place)
}

async function readSearch(query: string, after: string | null, { category, state }: Place) {
  const { data } = await publicClient
    .rpc('search_posts', {
      query,
      after_cursor: after ?? undefined,
      max_rows: pageSize + 1,
      in_category: category,
      in_state: state,
    })
    .throwOnError()
  const names = new Map((await listCategories()).map(({ slug, name }) => [slug, name]))
  const posts = data.slice(0, pageSize).map((row) => ({
    ...toPostRow(row),
    categoryName: names.get(row.category_slug),
    titleRanges: row.title_ranges as Ranges,
    snippet: row.snippet,
    snippetRanges: row.snippet_ranges as Ranges,
    isFromComment: row.snippet_source === 'comment',
  }))
  return {
    posts,
    total: data[0]?.total ?? 0,
    isTotalExact: data[0]?.total_is_exact ?? true,
    isPartial: data[0]?.is_partial ?? false,
    next: data.length > pageSize ? posts[posts.length - 1]!.cursor : null,
    near: data.length === 0 && !after ? await listNearWords(query) : [],
  }
}

async function listNearWords(query: string): Promise<string[]> {
  const { data } = await publicClient.rpc('near_words', { query }).throwOnError()
  return data
}

/** Tells admins about a search without results. Who searched isn't stored. */
export async function countSearchMiss(query: string): Promise<void> {
  await publicClient.rpc('count_search_miss', { query }).throwOnError()
}

export type SimilarPost = Awaited<ReturnType<typeof listSimilarPosts>>[number]

export async function listSimilarPosts(title: string, details = '') {
  const { data } = await publicClient.rpc('similar_posts', { query: title, details }).throwOnError()
  return data.map((row) => ({
    id: row.id,
    slug: row.slug,
    categorySlug: row.category_slug,
    title: row.title,
    titleRanges: row.title_ranges as Ranges,
    state: row.state,
    votesTotal: row.votes_total,
    isSame: row.is_same,
    snippet: row.snippet,
    snippetRanges: row.snippet_ranges as Ranges,
  }))
}

export type Synonyms = Awaited<ReturnType<typeof listSynonyms>>[number]

export async function listSynonyms() {
  const { data } = await (
    await viewerClient()
  )
    .from('synonyms')
    .select('id, words')
    .order('id', { ascending: false })
    .limit(500)
    .throwOnError()
  return data
}

export async function listSearchMisses() {
  const { data } = await (await viewerClient()).rpc('admin_search_misses').throwOnError()
  return data.map(({ words, times, last_at }) => ({ words, times, lastAt: last_at }))
}
