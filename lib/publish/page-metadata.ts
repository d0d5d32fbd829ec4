import { type Key, t } from '../words/t.ts'
import type { Metadata } from 'next'
import { plainText } from '../text/plain-text'
import { allCategories, postAddress } from '../post/address'
import { changelogAddress, changelogFeedAddress, entryAddress } from '../post/changelog'
import type { PostState } from '../post/states'
import { getSite, type Site } from '../queries/site'
import {
  categoryShareFacts,
  changelogShareFacts,
  entryShareFacts,
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

export function sharedMetadata(site: Site): Metadata {
  return {
    openGraph: { type: 'website', siteName: site.name, locale: 'en_US', images: [roadmapImage(site)] },
    twitter: { card: 'summary_large_image' },
  }
}

export async function roadmapMetadata(state?: PostState): Promise<Metadata> {
  const site = await getSite()
  const feed = state
    ? {
        title: t('publish.pageMetadata.roadmapOfState', { state: site.stateNames[state], site: site.name }),
        url: `/feed.xml?state=${state}`,
      }
    : { title: t('publish.pageMetadata.roadmap', { site: site.name }), url: '/feed.xml' }
  return pageMetadata(site, { path: '/', feed, image: roadmapImage(site) })
}

function roadmapImage(site: Site) {
  return shareImage(
    '/api/share-image',
    roadmapShareFacts(site),
    t('publish.pageMetadata.theRoadmapOf', { site: site.name }),
  )
}

export async function categoryMetadata(category: Category): Promise<Metadata> {
  const site = await getSite()
  const isAll = category.slug === allCategories
  return pageMetadata(site, {
    title: category.name,
    description:
      plainText(category.description, 160) ||
      t('publish.pageMetadata.readVoteAndShare', { category: category.name }),
    path: `/${category.slug}`,
    feed: { title: `${category.name} · ${site.name}`, url: `${isAll ? '' : `/${category.slug}`}/feed.xml` },
    image: isAll
      ? roadmapImage(site)
      : shareImage(
          `/api/share-image/categories/${category.slug}`,
          categoryShareFacts(category, site),
          t('publish.pageMetadata.at', { category: category.name, site: site.name }),
        ),
  })
}

export async function postMetadata(post: Post): Promise<Metadata> {
  const site = await getSite()
  const path = postAddress(post)
  return pageMetadata(site, {
    title: post.title,
    description:
      plainText(post.details, 160) || t('publish.pageMetadata.discussAndVote', { title: post.title }),
    path,
    feed: { title: `${post.title} · ${site.name}`, url: `${path}/feed.xml` },
    image: shareImage(
      `/api/share-image/posts/${post.id}`,
      postShareFacts(post, site),
      `${post.title}: ${site.stateNames[post.state]}`,
    ),
    article: { publishedTime: post.createdAt, modifiedTime: post.activityAt, section: post.category.name },
  })
}

export async function changelogMetadata(label?: { name: string; slug: string }): Promise<Metadata> {
  const site = await getSite()
  const title = label ? t('publish.changelog.labeled', { label: label.name }) : t('common.changelog')
  return pageMetadata(site, {
    title,
    description: t('common.whatsNewIn', { site: site.name }),
    path: changelogAddress(label?.slug),
    feed: { title: `${title} · ${site.name}`, url: changelogFeedAddress(label?.slug) },
    image: shareImage(
      '/api/share-image/changelog',
      changelogShareFacts(site),
      t('publish.changelog.of', { site: site.name }),
    ),
  })
}

export async function entryMetadata(entry: {
  id: number
  slug: string
  title: string
  body: string
  publishedAt: string
  day: string
  editedAt: string | null
}): Promise<Metadata> {
  const site = await getSite()
  return pageMetadata(site, {
    title: entry.title,
    description: plainText(entry.body, 160) || t('common.whatsNewIn', { site: site.name }),
    path: entryAddress(entry.slug),
    feed: { title: `${t('common.changelog')} · ${site.name}`, url: changelogFeedAddress() },
    image: shareImage(
      `/api/share-image/changelog/${encodeURIComponent(entry.slug)}`,
      entryShareFacts(entry, site),
      entry.title,
    ),
    article: {
      publishedTime: entry.publishedAt,
      modifiedTime: entry.editedAt ?? entry.publishedAt,
      section: t('common.changelog'),
    },
  })
}

/** Next puts a title into the layout's template with String.replace, to which `$&` and the like mean something. */
export const titleInTemplate = (title: string): string => title.replaceAll('$', '$$$$')

function pageMetadata(
  site: Site,
  page: {
    title?: string
    description?: string
    path: string
    feed: { title: string; url: string }
    image: ReturnType<typeof shareImage>
    article?: { publishedTime: string; modifiedTime: string; section: string }
  },
): Metadata {
  const shared = {
    ...(page.title && { title: page.title }),
    siteName: site.name,
    locale: 'en_US',
    url: page.path,
    images: [page.image],
  }
  return {
    ...(page.title && { title: titleInTemplate(page.title) }),
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

/** For search results: neither search engines nor link previews show them, and the tags would be a tenth of the page. */
export const unlisted: Metadata = { robots: { index: false }, openGraph: null, twitter: null }

export const titled = (key: Key, more: Metadata = {}) =>
  async function titleOf(): Promise<Metadata> {
    await getSite()
    return { title: t(key), ...more }
  }
