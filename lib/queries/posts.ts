import { shownName } from '../words/shown-name'
import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { addressTag, boardTag, categoryTag, personTags, postTag } from '../cache-tags'
import type { ListFilter } from '../post/address'
import type { Mentioned } from '../text/mention'
import { plainText } from '../text/plain-text'
import { type PostState, postStates } from '../post/states'
import type { Database } from '../supabase/database.types'
import { storageAddress } from '../supabase/storage-address'
import { publicClient } from '../supabase/public'
import { isDataException } from '../supabase/database-errors'
import { findCategory } from './categories'
import { getStandingPost } from './merges'
import { toPostRow } from './post-row'
import { listExpected } from './quarters'

export type Post = NonNullable<Awaited<ReturnType<typeof getPost>>>
export type ListedPost = Awaited<ReturnType<typeof listPosts>>['posts'][number]

/** A malformed cursor is an error. `next` is null on the last page. */
export async function listPosts(filter: ListFilter, after: string | null = null, limit = 20) {
  const { data } = await publicClient
    .rpc('list_posts', {
      category: filter.category,
      in_state: filter.state,
      order_by: filter.order ?? 'top',
      after_cursor: after ?? undefined,
      max_rows: limit + 1,
    })
    .throwOnError()
  const rows = data.slice(0, limit)
  const expected = await listExpected(rows.map(({ id }) => id))
  const posts = rows.map((row) => ({
    ...toPostRow(row),
    excerpt: plainText(row.excerpt, 180),
    categoryName: row.category_name,
    // An imported post may have a state and no time of its change.
    movedAt:
      row.state === 'proposed' || row.state_changed_at !== row.created_at ? row.state_changed_at : null,
    isPinned: row.is_pinned,
    expected: expected.get(row.id) ?? null,
  }))
  return { posts, next: data.length > limit ? posts[posts.length - 1]!.cursor : null }
}

export async function getFirstPosts(filter: ListFilter, limit = 20) {
  'use cache'
  cacheLife('board')
  cacheTag(filter.category ? categoryTag(filter.category) : boardTag())
  const page = await listPosts(filter, null, limit)
  cacheTag(...personTags(page.posts.map(({ authorId }) => authorId)))
  return page
}

export async function getMorePosts(filter: ListFilter, after: string) {
  'use cache'
  cacheLife('board')
  cacheTag(filter.category ? categoryTag(filter.category) : boardTag())
  const page = await listPosts(filter, after).catch((error: unknown) => {
    if (!isDataException(error)) throw error
    return null
  })
  cacheTag(...personTags(page?.posts.map(({ authorId }) => authorId) ?? []))
  return page
}

export async function countPosts(category?: string): Promise<Record<PostState, number>> {
  'use cache'
  cacheLife('board')
  cacheTag(category ? categoryTag(category) : boardTag())
  let query = publicClient.from('post_totals').select('state, posts, categories!inner(slug)')
  if (category) query = query.eq('categories.slug', category)
  const { data } = await query.throwOnError()
  const totals = Object.fromEntries(postStates.map((state) => [state, 0])) as Record<PostState, number>
  for (const { state, posts } of data) totals[state] += posts
  return totals
}

export async function getPost(category: string, slug: string) {
  'use cache'
  cacheLife('board')
  cacheTag(addressTag(category, slug))
  const { data } = await publicClient.rpc('get_post', { category, slug }).maybeSingle().throwOnError()
  if (!data) return null
  const events = data.events as EventRow[]
  const merges = (data.merges as MergeRow[]).filter(({ undone_at }) => !undone_at)
  const images = data.images as (ImageRow & { merged_from: string | null })[]
  const authorId = data.author_id as string | null
  const actors = [...events, ...merges].map(({ actor_id }) => actor_id)
  const expected = await listExpected([data.id])
  cacheTag(postTag(data.id), ...personTags([authorId, ...actors]))
  return {
    id: data.id,
    slug,
    categorySlug: data.category_slug,
    category: { id: data.category_id, slug: data.category_slug, name: data.category_name },
    author:
      authorId === null
        ? null
        : {
            id: authorId,
            name: shownName(data.author_name),
            avatar: storageAddress('avatars', data.author_avatar as string | null),
            isTeam: data.author_is_team,
          },
    title: data.title,
    details: data.details,
    mentions: data.mentions as Mentioned[],
    state: data.state,
    votesTotal: data.votes_total,
    commentsTotal: data.comments_total,
    createdAt: data.created_at,
    editedAt: data.edited_at as string | null,
    activityAt: data.activity_at,
    expected: expected.get(data.id) ?? null,
    isLocked: (data.locked_at as string | null) !== null,
    isPinned: (data.pinned_at as string | null) !== null,
    events: events.map((event) => ({
      id: event.id,
      from: event.from_state,
      to: event.to_state,
      note: event.note,
      ...toActor(event),
      createdAt: event.created_at,
    })),
    merges: merges.map((merge) => ({
      ...toActor(merge),
      id: merge.id,
      post: merge.post_id,
      title: merge.title,
      mergedAt: merge.merged_at,
    })),
    images: images.map(({ path, merged_from, ...image }) => ({
      ...image,
      src: storageAddress('images', path),
      mergedFrom: merged_from,
    })),
  }
}

type Row<Table extends keyof Database['public']['Tables']> = Database['public']['Tables'][Table]['Row']
type Actor = { actor_id: string | null; actor_name: string | null; actor_is_team: boolean | null }
type EventRow = Pick<Row<'post_events'>, 'id' | 'from_state' | 'to_state' | 'note' | 'created_at'> & Actor
type MergeRow = Pick<Row<'post_merges'>, 'id' | 'post_id' | 'title' | 'merged_at' | 'undone_at'> & Actor
type ImageRow = Pick<Row<'images'>, 'id' | 'path' | 'alt' | 'width' | 'height' | 'widths' | 'position'>

const toActor = ({ actor_id, actor_name, actor_is_team }: Actor) => ({
  actorId: actor_id,
  actorName: shownName(actor_name),
  actorIsTeam: actor_is_team ?? false,
})

/** Null if no post ever had this address. */
export async function getMovedPost(category: string, slug: string) {
  'use cache'
  cacheLife('board')
  cacheTag(addressTag(category, slug))
  const known = await findCategory(category)
  if (!known) return null
  const { data } = await publicClient
    .from('post_addresses')
    .select('post_id, posts(slug, categories!inner(slug))')
    .eq('category_id', known.id)
    .eq('slug', slug)
    .maybeSingle()
    .throwOnError()
  if (data) {
    cacheTag(postTag(data.post_id))
    // The generated types expect a row that a policy may hide.
    const own = data.posts as typeof data.posts | null
    if (own) return { categorySlug: own.categories.slug, slug: own.slug }
    const standing = await getStandingPost(data.post_id)
    if (standing) {
      cacheTag(postTag(standing.id))
      return { categorySlug: standing.categorySlug, slug: standing.slug, merged: data.post_id }
    }
  }
  // A deleted post may be restored, with its old addresses.
  cacheTag(boardTag())
  return null
}

export async function findPostElsewhere(slug: string) {
  'use cache'
  cacheLife('board')
  cacheTag(boardTag())
  // Searches the addresses, which have an index for this; a moved post has several.
  const { data } = await publicClient
    .from('post_addresses')
    .select('category_id, posts!inner(category_id, slug, categories!inner(slug))')
    .eq('slug', slug)
    .eq('posts.slug', slug)
    .throwOnError()
  const current = data.filter(({ category_id, posts }) => category_id === posts.category_id)
  return current.length === 1 ? { categorySlug: current[0]!.posts.categories.slug, slug } : null
}
