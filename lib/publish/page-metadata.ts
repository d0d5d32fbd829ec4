import type { Metadata } from 'next'
import { env } from '../env'
import { plainText } from '../text/plain-text'
import { postAddress } from '../post/address'
import { type PostState, stateNames } from '../post/states'
import {
  categoryShareFacts,
  postShareFacts,
  roadmapShareFacts,
  type ShareFacts,
  shareVersion,
} from './share-facts'

type Category = { slug: string; name: string; description: string }

type Post = {
  id: number
  slug: string
  categorySlug: string
  category: { slug: string; name: string }
  title: string
  details: string
  state: PostState
  votesTotal: number
  createdAt: string
  activityAt: string
}

/** What link previews show of a page that says nothing itself. */
export function sharedMetadata(): Metadata {
  return {
    openGraph: { type: 'website', siteName: env.SITE_NAME, locale: 'en_US', images: [roadmapImage()] },
    twitter: { card: 'summary_large_image' },
  }
}

/** What search engines, feed readers and link previews learn about the roadmap. */
export function roadmapMetadata(state?: PostState): Metadata {
  const feed = state
    ? { title: `Roadmap: ${stateNames[state]} · ${env.SITE_NAME}`, url: `/feed.xml?state=${state}` }
    : { title: `Roadmap · ${env.SITE_NAME}`, url: '/feed.xml' }
  return pageMetadata({ path: '/', feed, image: roadmapImage() })
}

function roadmapImage() {
  return shareImage('/api/share-image', roadmapShareFacts(), `The roadmap of ${env.SITE_NAME}`)
}

export function categoryMetadata(category: Category): Metadata {
  return pageMetadata({
    title: category.name,
    description:
      plainText(category.description, 160) || `${category.name}: read, vote and share your own ideas.`,
    path: `/${category.slug}`,
    feed: { title: `${category.name} · ${env.SITE_NAME}`, url: `/${category.slug}/feed.xml` },
    image: shareImage(
      `/api/share-image/categories/${category.slug}`,
      categoryShareFacts(category),
      `${category.name} at ${env.SITE_NAME}`,
    ),
  })
}

export function postMetadata(post: Post): Metadata {
  const path = postAddress(post)
  return pageMetadata({
    title: post.title,
    description: plainText(post.details, 160) || `${post.title}: discuss and vote.`,
    path,
    feed: { title: `${post.title} · ${env.SITE_NAME}`, url: `${path}/feed.xml` },
    image: shareImage(
      `/api/share-image/posts/${post.id}`,
      postShareFacts(post),
      `${post.title}: ${stateNames[post.state]}`,
    ),
    article: { publishedTime: post.createdAt, modifiedTime: post.activityAt, section: post.category.name },
  })
}

function pageMetadata(page: {
  title?: string
  description?: string
  path: string
  feed: { title: string; url: string }
  image: ReturnType<typeof shareImage>
  article?: { publishedTime: string; modifiedTime: string; section: string }
}): Metadata {
  const shared = {
    ...(page.title && { title: page.title }),
    siteName: env.SITE_NAME,
    locale: 'en_US',
    url: page.path,
    images: [page.image],
  }
  return {
    ...(page.title && { title: page.title }),
    ...(page.description && { description: page.description }),
    alternates: { canonical: page.path, types: { 'application/atom+xml': [page.feed] } },
    openGraph: page.article
      ? { type: 'article', ...page.article, ...shared }
      : { type: 'website', ...shared },
    twitter: { card: 'summary_large_image' },
  }
}

function shareImage(path: string, facts: ShareFacts, alt: string) {
  return { url: `${path}?v=${shareVersion(facts)}`, width: 1200, height: 630, type: 'image/png', alt }
}
