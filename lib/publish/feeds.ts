import { t } from '../words/t.ts'
import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { boardTag, categoryTag, changelogTag, commentsTag, personTags } from '../cache-tags'
import { env } from '../env'
import { changelogAddress, changelogFeedAddress, entryAddress } from '../post/changelog'
import { postAddress, listAddress } from '../post/address'
import type { PostState } from '../post/states'
import {
  type FeedComment,
  type FeedEvent,
  type FeedMerge,
  type FeedPost,
  getFeedCategory,
  listFeedComments,
  listFeedEvents,
  listFeedMerges,
  listFeedPosts,
  listPostFeedEvents,
  type FollowedEvent,
  listFollowedEvents,
} from '../queries/feeds'
import { findLabel, listEntries } from '../queries/changelog'
import { getPost } from '../queries/posts'
import { getSite, type Site } from '../queries/site'
import { markdownHtml, plainHtml } from '../text/markdown-html'
import { type AtomEntry, atomFeed, type FeedDocument } from './atom-feed'
import { unavailableOnError } from './answer'

const length = 50
const iconUrl = `${env.SITE_URL}/icon.svg`

type Home = Pick<FeedPost, 'slug' | 'title' | 'categorySlug' | 'categoryName'>

export async function postsFeed(slug: string | null, state?: PostState): Promise<FeedDocument | null> {
  'use cache'
  cacheLife('board')
  cacheTag(slug === null ? boardTag() : categoryTag(slug))
  const category = await getFeedCategory(slug)
  if (!category) return null
  const categoryId = slug === null ? undefined : category.id
  const [events, posts, merges] = await Promise.all([
    listFeedEvents(categoryId, state),
    state && state !== 'proposed' ? [] : listFeedPosts(categoryId),
    state ? [] : listFeedMerges({ categoryId }),
  ])
  const actors = [...events, ...merges].map(({ actorId }) => actorId)
  cacheTag(...personTags([...actors, ...posts.map(({ authorId }) => authorId)]))
  const site = await getSite()
  const name = slug === null ? t('common.roadmap') : category.name
  const pageAddress =
    slug === null && !state
      ? '/'
      : listAddress({ category: slug ?? undefined, view: slug === null ? 'table' : undefined, state })
  const key = slug === null ? 'roadmap' : `category-${category.id}`
  return atomFeed({
    siteName: site.name,
    iconUrl,
    key: state ? `${key}/${state}` : key,
    title: t('publish.feeds.text', {
      value: state ? `${name}: ${site.stateNames[state]}` : name,
      site: site.name,
    }),
    selfUrl: `${env.SITE_URL}${slug === null ? '' : `/${slug}`}/feed.xml${state ? `?state=${state}` : ''}`,
    pageUrl: env.SITE_URL + pageAddress,
    createdAt: category.createdAt,
    entries: newestFirst([
      ...events.map((event) => eventEntry(event, event.post, site)),
      ...merges.map((merge) => mergeEntry(merge, site)),
      ...posts.map(postEntry),
    ]),
  })
}

export async function postFeed(categorySlug: string, slug: string): Promise<FeedDocument | null> {
  'use cache'
  cacheLife('board')
  const post = await getPost(categorySlug, slug)
  if (!post) return null
  cacheTag(commentsTag(post.id))
  const home = { ...post, categoryName: post.category.name, authorName: post.author?.name ?? null }
  const [site, events, merges, comments] = await Promise.all([
    getSite(),
    listPostFeedEvents(post.id),
    listFeedMerges({ postId: post.id }),
    listFeedComments(post.id),
  ])
  const actors = [...events, ...merges].map(({ actorId }) => actorId)
  cacheTag(...personTags([...actors, ...comments.map(({ authorId }) => authorId)]))
  return atomFeed({
    siteName: site.name,
    iconUrl,
    key: `discussion-${post.id}`,
    title: `${post.title} · ${site.name}`,
    selfUrl: `${postUrl(home)}/feed.xml`,
    pageUrl: postUrl(home),
    createdAt: post.createdAt,
    entries: [
      ...newestFirst([
        ...events.map((event) => eventEntry(event, home, site)),
        ...merges.map((merge) => mergeEntry(merge, site)),
        ...comments.map((comment) => commentEntry(comment, home)),
      ]),
      postEntry(home),
    ],
  })
}

export async function changelogFeed(labelSlug?: string): Promise<FeedDocument | null> {
  'use cache'
  cacheLife('board')
  cacheTag(changelogTag())
  const label = labelSlug === undefined ? undefined : await findLabel(labelSlug)
  if (label === null) return null
  const [site, { entries }] = await Promise.all([getSite(), listEntries(labelSlug, null, 30)])
  return atomFeed({
    siteName: site.name,
    iconUrl,
    key: label ? `changelog/${label.id}` : 'changelog',
    title: `${label ? t('publish.changelog.labeled', { label: label.name }) : t('common.changelog')} · ${site.name}`,
    selfUrl: env.SITE_URL + changelogFeedAddress(labelSlug),
    pageUrl: env.SITE_URL + changelogAddress(labelSlug),
    createdAt: new Date(env.BUILD_TIME).toISOString(),
    entries: entries.map((entry) => ({
      key: `changelog-${entry.id}`,
      title: entry.title,
      url: env.SITE_URL + entryAddress(entry.slug),
      authorName: site.name,
      publishedAt: entry.publishedAt,
      updatedAt: entry.editedAt ?? entry.publishedAt,
      category: entry.labels[0] && { term: entry.labels[0].slug, label: entry.labels[0].name },
      html: markdownHtml(entry.body, env.SITE_URL),
    })),
  })
}

function postEntry(post: Omit<FeedPost, 'authorId'>): AtomEntry {
  return {
    key: `post-${post.id}`,
    title: post.title,
    url: postUrl(post),
    authorName: post.authorName ?? t('common.deletedUser'),
    publishedAt: post.createdAt,
    updatedAt: post.editedAt ?? post.createdAt,
    category: { term: post.categorySlug, label: post.categoryName },
    html: markdownHtml(post.details, env.SITE_URL),
  }
}

function commentEntry(comment: FeedComment, post: Home): AtomEntry {
  const authorName = comment.authorName ?? t('common.deletedUser')
  return {
    key: `comment-${comment.id}`,
    title: t('publish.feeds.by', { isReply: comment.isReply, authorName }),
    url: `${postUrl(post)}#comment-${comment.id}`,
    authorName,
    publishedAt: comment.createdAt,
    updatedAt: comment.editedAt ?? comment.createdAt,
    html: markdownHtml(comment.body, env.SITE_URL),
  }
}

function eventEntry(event: Omit<FeedEvent, 'post'>, post: Home, site: Site): AtomEntry {
  const names = site.stateNames
  return {
    key: `event-${event.id}`,
    title: `${names[event.to]}: ${post.title}`,
    url: postUrl(post),
    authorName: event.actorName ?? site.name,
    publishedAt: event.createdAt,
    updatedAt: event.createdAt,
    category: { term: post.categorySlug, label: post.categoryName },
    // A note is plain text; only its line breaks count.
    html: plainHtml(
      t('publish.feeds.moved', {
        name: names[event.from],
        name2: names[event.to],
        note: event.note ?? '',
      }),
    ),
  }
}

function mergeEntry({ id, title, actorName, createdAt, post }: FeedMerge, site: Site): AtomEntry {
  return {
    key: `merge-${id}`,
    title: t('publish.feeds.merged', { title }),
    url: postUrl(post),
    authorName: actorName ?? site.name,
    publishedAt: createdAt,
    updatedAt: createdAt,
    category: { term: post.categorySlug, label: post.categoryName },
    html: plainHtml(t('publish.feeds.mergedIntoWithIts', { title: post.title })),
  }
}

const postUrl = (post: Home): string => env.SITE_URL + postAddress(post)

function newestFirst(entries: AtomEntry[]): AtomEntry[] {
  return entries.toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt)).slice(0, length)
}

type Context = { params: Promise<{ key: string }> }

export const answerPersonalFeed = unavailableOnError(async (_request: Request, { params }: Context) => {
  const key = (await params).key.replace(/\.xml$/, '')
  const events = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key) ? await listFollowedEvents(key) : []
  const site = await getSite()
  const { xml } = atomFeed({
    key: 'followed',
    title: t('publish.feeds.postsYouFollow', { site: site.name }),
    siteName: site.name,
    iconUrl: `${env.SITE_URL}/icon.svg`,
    selfUrl: `${env.SITE_URL}/api/feeds/${key}.xml`,
    pageUrl: `${env.SITE_URL}/`,
    createdAt: new Date(env.BUILD_TIME).toISOString(),
    entries: events.map((event) => entryOf(event, site)),
  })
  return new Response(xml, {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': 'private, no-store' },
  })
})

function entryOf(event: FollowedEvent, { stateNames }: Site): AtomEntry {
  const { change, comment, post } = event
  const url = env.SITE_URL + postAddress(post)
  return {
    // The same ids as in the public feeds, so that a reader of both sees each entry once.
    key: change ? `event-${change.id}` : `comment-${comment!.id}`,
    title: change
      ? `${stateNames[change.to]}: ${post.title}`
      : t('publish.feeds.on', { actorName: event.actorName, title: post.title }),
    url: comment ? `${url}#comment-${comment.id}` : url,
    authorName: event.actorName,
    publishedAt: event.createdAt,
    updatedAt: event.createdAt,
    category: { term: post.categorySlug, label: post.categoryName },
    html: change
      ? plainHtml(
          t('publish.feeds.movedFollowed', {
            state: stateNames[change.from],
            state2: stateNames[change.to],
            note: change.note ?? '',
          }),
        )
      : markdownHtml(comment!.body, env.SITE_URL),
  }
}
