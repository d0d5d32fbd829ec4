import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { type AtomEntry, atomFeed, type FeedDocument } from '../publish/atom-feed'
import { boardTag, categoryTag, commentsTag } from '../cache-tags'
import { env } from '../env'
import { isoTime } from '../supabase/iso-time'
import { listAddress } from '../post/list-address'
import { markdownHtml, plainHtml } from '../text/markdown-html'
import { postAddress } from '../post/address'
import { type PostState, stateNames } from '../post/states'
import { publicClient } from '../supabase/public'
import { isoTime } from '../supabase/iso-time'

/** How many entries a feed holds at most. */
const length = 50
const eventColumns = 'id, from_state, to_state, note, created_at, profiles(name)'
const homeColumns = 'id, slug, title, categories!inner(slug, name)'

export type FeedPost = Awaited<ReturnType<typeof listFeedPosts>>[number]
export type FeedEvent = Awaited<ReturnType<typeof listFeedEvents>>[number]
export type FeedComment = Awaited<ReturnType<typeof listFeedComments>>[number]

/** What a feed is about: the category, or the oldest one for the feed of all; null when there is no such category. */
export async function getFeedCategory(slug: string | null) {
  let query = publicClient.from('categories').select('id, name, created_at').order('created_at').limit(1)
  if (slug !== null) query = query.eq('slug', slug)
  const { data } = await query.throwOnError()
  return data[0] ? { id: data[0].id, name: data[0].name, createdAt: isoTime(data[0].created_at) } : null
}

/** The newest posts, newest first; of one category when given. */
export async function listFeedPosts(categoryId?: number) {
  let query = publicClient
    .from('posts')
    .select(`${homeColumns}, details, created_at, edited_at, profiles!posts_author_id_fkey(name)`)
  if (categoryId !== undefined) query = query.eq('category_id', categoryId)
  const { data } = await query
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(length)
    .throwOnError()
  return data.map((row) => ({
    ...home(row),
    details: row.details,
    authorName: row.profiles?.name ?? null,
    createdAt: isoTime(row.created_at),
    editedAt: isoTime(row.edited_at),
  }))
}

/** The newest changes of state with their posts, newest first; of one category and into one state when given. */
export async function listFeedEvents(categoryId?: number, state?: PostState) {
  let query = publicClient.from('post_events').select(`${eventColumns}, posts!inner(${homeColumns})`)
  if (categoryId !== undefined) query = query.eq('posts.category_id', categoryId)
  if (state) query = query.eq('to_state', state)
  const { data } = await query.order('id', { ascending: false }).limit(length).throwOnError()
  return data.map((row) => ({ ...event(row), post: home(row.posts) }))
}

/** The newest changes of one post's state, newest first. */
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

/** The newest comments and replies of one post, newest first, without those that were emptied. */
export async function listFeedComments(postId: number) {
  const { data } = await publicClient
    .from('comments')
    .select('id, parent_id, body, created_at, edited_at, profiles(name)')
    .eq('post_id', postId)
    .is('deleted_at', null)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(length)
    .throwOnError()
  return data.map((row) => ({
    id: row.id,
    isReply: row.parent_id !== null,
    body: row.body,
    authorName: row.profiles?.name ?? null,
    createdAt: isoTime(row.created_at),
    editedAt: isoTime(row.edited_at),
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
  profiles: { name: string } | null
}
type Home = { id: number; slug: string; title: string; categories: { slug: string; name: string } }

/**
 * New posts and changes of state, newest first; of one category when given, and of one state: what came
 * into it. Null when there is no such category.
 */
export async function getPostsFeed(slug: string | null, state?: PostState): Promise<FeedDocument | null> {
  'use cache'
  cacheLife('board')
  cacheTag(slug === null ? boardTag() : categoryTag(slug))
  let ofCategories = publicClient
    .from('categories')
    .select('id, name, created_at')
    .order('created_at')
    .limit(1)
  if (slug !== null) ofCategories = ofCategories.eq('slug', slug)
  const { data: categories } = await ofCategories.throwOnError()
  const category = categories[0]
  if (!category) return null

  let ofEvents = publicClient.from('post_events').select(`${eventColumns}, posts!inner(${homeColumns})`)
  if (slug !== null) ofEvents = ofEvents.eq('posts.category_id', category.id)
  if (state) ofEvents = ofEvents.eq('to_state', state)
  let ofPosts = publicClient
    .from('posts')
    .select(`${homeColumns}, details, created_at, edited_at, profiles!posts_author_id_fkey(name)`)
  if (slug !== null) ofPosts = ofPosts.eq('category_id', category.id)
  const [events, posts] = await Promise.all([
    ofEvents.order('id', { ascending: false }).limit(length).throwOnError(),
    state && state !== 'proposed'
      ? { data: [] }
      : ofPosts
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(length)
          .throwOnError(),
  ])

  const name = slug === null ? 'Roadmap' : category.name
  const pageAddress = slug === null && !state ? '/' : listAddress({ category: slug ?? undefined, state })
  const key = slug === null ? 'roadmap' : `category-${category.id}`
  return atomFeed({
    ...site,
    key: state ? `${key}/${state}` : key,
    title: `${state ? `${name}: ${stateNames[state]}` : name} · ${env.SITE_NAME}`,
    selfUrl: `${env.SITE_URL}${slug === null ? '' : `/${slug}`}/feed.xml${state ? `?state=${state}` : ''}`,
    pageUrl: env.SITE_URL + pageAddress,
    createdAt: isoTime(category.created_at),
    entries: newestFirst([
      ...events.data.map((event) => eventEntry(event, event.posts)),
      ...posts.data.map((post) => postEntry(post, post.profiles?.name)),
    ]).slice(0, length),
  })
}

/** A post with the changes of its state and its comments, newest first. Null when there is no such post. */
export async function getPostFeed(categorySlug: string, slug: string): Promise<FeedDocument | null> {
  'use cache'
  cacheLife('board')
  const post = await getPost(categorySlug, slug)
  if (!post) return null
  cacheTag(commentsTag(post.id))
  const home = { ...post, categories: post.category }
  const [events, comments] = await Promise.all([
    publicClient
      .from('post_events')
      .select(eventColumns)
      .eq('post_id', post.id)
      .order('created_at', { ascending: false })
      .limit(length)
      .throwOnError(),
    publicClient
      .from('comments')
      .select('id, parent_id, body, created_at, edited_at, profiles(name)')
      .eq('post_id', post.id)
      .is('deleted_at', null)
      .order('created_at', { ascending: false })
      .limit(length)
      .throwOnError(),
  ])
  return atomFeed({
    ...site,
    key: `discussion-${post.id}`,
    title: `${post.title} · ${env.SITE_NAME}`,
    selfUrl: `${postUrl(home)}/feed.xml`,
    pageUrl: postUrl(home),
    createdAt: post.createdAt,
    entries: newestFirst([
      ...newestFirst([
        ...events.data.map((event) => eventEntry(event, home)),
        ...comments.data.map((comment) => {
          const authorName = comment.profiles?.name ?? 'Deleted user'
          return {
            key: `comment-${comment.id}`,
            title: `${comment.parent_id === null ? 'Comment' : 'Reply'} by ${authorName}`,
            url: `${postUrl(home)}#comment-${comment.id}`,
            authorName,
            publishedAt: isoTime(comment.created_at),
            updatedAt: isoTime(comment.edited_at ?? comment.created_at),
            html: markdownHtml(comment.body, env.SITE_URL),
          }
        }),
      ]).slice(0, length),
      postEntry(
        { ...home, details: post.details, created_at: post.createdAt, edited_at: post.editedAt },
        post.author?.name,
      ),
    ]),
  })
}

const site = { siteName: env.SITE_NAME, iconUrl: `${env.SITE_URL}/icon.svg` }

function postEntry(
  post: Home & { details: string; created_at: string; edited_at: string | null },
  authorName: string | undefined,
): AtomEntry {
  return {
    key: `post-${post.id}`,
    title: post.title,
    url: postUrl(post),
    authorName: authorName ?? 'Deleted user',
    publishedAt: isoTime(post.created_at),
    updatedAt: isoTime(post.edited_at ?? post.created_at),
    category: { term: post.categories.slug, label: post.categories.name },
    html: markdownHtml(post.details, env.SITE_URL),
  }
}

function eventEntry(event: EventRow, post: Home): AtomEntry {
  const moment = isoTime(event.created_at)
  return {
    key: `event-${event.id}`,
    title: `${stateNames[event.to_state]}: ${post.title}`,
    url: postUrl(post),
    authorName: event.profiles?.name ?? env.SITE_NAME,
    publishedAt: moment,
    updatedAt: moment,
    category: { term: post.categories.slug, label: post.categories.name },
    // A note is plain text: only its line breaks count.
    html: plainHtml(
      `Moved from ${stateNames[event.from_state]} to ${stateNames[event.to_state]}.\n${event.note ?? ''}`,
    ),
  }
}

function postUrl(post: Home): string {
  return env.SITE_URL + postAddress({ categorySlug: post.categories.slug, slug: post.slug })
}

function newestFirst(entries: AtomEntry[]): AtomEntry[] {
  return entries.toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt))
}
