import { shownName } from '../words/shown-name'
import { t } from '../words/t.ts'
import 'server-only'
import type { PostState } from '../post/states'
import { publicClient } from '../supabase/public'
import type { Database } from '../supabase/database.types'
import { anonymousClient } from '../supabase/visitor'

const length = 50
const eventColumns = 'id, from_state, to_state, note, created_at, profiles(id, name)'
const homeColumns = 'id, slug, title, categories!inner(slug, name)'

export type FeedPost = Awaited<ReturnType<typeof listFeedPosts>>[number]
export type FeedEvent = Awaited<ReturnType<typeof listFeedEvents>>[number]
export type FeedMerge = Awaited<ReturnType<typeof listFeedMerges>>[number]
export type FeedComment = Awaited<ReturnType<typeof listFeedComments>>[number]

export async function getFeedCategory(slug: string | null) {
  let query = publicClient.from('categories').select('id, name, created_at').order('created_at').limit(1)
  if (slug !== null) query = query.eq('slug', slug)
  const { data } = await query.throwOnError()
  return data[0] ? { id: data[0].id, name: data[0].name, createdAt: data[0].created_at } : null
}

export async function listFeedPosts(categoryId?: number) {
  const { data } = await publicClient.rpc('feed_posts', { in_category: categoryId }).throwOnError()
  return data.map((row) => ({
    ...home({ ...row, categories: { slug: row.category_slug, name: row.category_name } }),
    details: row.details,
    authorId: row.author_id as string | null,
    authorName: shownName(row.author_name as string | null),
    createdAt: row.created_at,
    editedAt: row.edited_at as string | null,
  }))
}

export async function listFeedEvents(categoryId?: number, state?: PostState) {
  let query = publicClient.from('post_events').select(`${eventColumns}, posts!inner(${homeColumns})`)
  if (categoryId !== undefined) query = query.eq('posts.category_id', categoryId)
  if (state) query = query.eq('to_state', state)
  const { data } = await query.order('id', { ascending: false }).limit(length).throwOnError()
  return data.map((row) => ({ ...event(row), post: home(row.posts) }))
}

export async function listPostFeedEvents(postId: number) {
  const { data } = await publicClient
    .from('post_events')
    .select(eventColumns)
    .eq('post_id', postId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(length)
    .throwOnError()
  return data.map(event)
}

export async function listFeedMerges(into: { categoryId?: number; postId?: number } = {}) {
  let query = publicClient
    .from('post_merges')
    .select(
      `id, title, merged_at, actor:profiles!post_merges_merged_by_fkey(id, name),
       stays:posts!post_merges_stays_id_fkey!inner(${homeColumns})`,
    )
    .is('undone_at', null)
  if (into.categoryId !== undefined) query = query.eq('stays.category_id', into.categoryId)
  if (into.postId !== undefined) query = query.eq('stays_id', into.postId)
  const { data } = await query.order('id', { ascending: false }).limit(length).throwOnError()
  return data.map((row) => ({
    id: row.id,
    title: row.title,
    actorId: row.actor?.id ?? null,
    actorName: shownName(row.actor?.name ?? null),
    createdAt: row.merged_at,
    post: home(row.stays),
  }))
}

export async function listFeedComments(postId: number) {
  const { data } = await publicClient.rpc('feed_comments', { of_post: postId }).throwOnError()
  return data.map((row) => ({
    id: row.id,
    isReply: (row.parent_id as number | null) !== null,
    body: row.body,
    authorId: row.author_id as string | null,
    authorName: shownName(row.author_name as string | null),
    createdAt: row.created_at,
    editedAt: row.edited_at as string | null,
  }))
}

function home(row: { id: number; slug: string; title: string; categories: { slug: string; name: string } }) {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    categorySlug: row.categories.slug,
    categoryName: row.categories.name,
  }
}

function event(row: {
  id: number
  from_state: PostState
  to_state: PostState
  note: string | null
  created_at: string
  profiles: { id: string; name: string } | null
}) {
  return {
    id: row.id,
    from: row.from_state,
    to: row.to_state,
    note: row.note,
    actorId: row.profiles?.id ?? null,
    actorName: shownName(row.profiles?.name ?? null),
    createdAt: row.created_at,
  }
}

type Row = Database['public']['Functions']['followed_feed']['Returns'][number]
/** A row is about a change or a comment. The types don't know what is missing in each. */
type Loose = { [Column in keyof Row]: Row[Column] | null } & Pick<
  Row,
  'title' | 'slug' | 'category_slug' | 'category_name' | 'created_at'
>

export type FollowedEvent = Awaited<ReturnType<typeof listFollowedEvents>>[number]

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
    actorName: shownName(row.actor_name) ?? t('common.deletedUser'),
    createdAt: row.created_at,
  }))
}
