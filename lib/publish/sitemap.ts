import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { sitemapTag } from '../cache-tags'
import { env } from '../env'
import { entryAddress } from '../post/changelog'
import { allCategories, postAddress } from '../post/address'
import { xmlDeclaration, xmlElement } from './xml'
import { publicClient } from '../supabase/public'

const namespace = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }
// Crawlers come rarely and the data is large, so it needn't be as fresh as a page.
const lifetime = { stale: 300, revalidate: 900, expire: 7200 }

export async function sitemapIndex(): Promise<string> {
  'use cache'
  cacheLife(lifetime)
  cacheTag(sitemapTag())
  const { parts, categories } = await getSitemapIndex()
  return document('sitemapindex', 'sitemap', [
    { path: '/sitemap/pages.xml', changedAt: newest(categories) },
    ...parts.map(({ part, changed_at }) => ({ path: `/sitemap/${part}.xml`, changedAt: changed_at })),
  ])
}

export async function pagesSitemap(): Promise<string> {
  'use cache'
  cacheLife(lifetime)
  cacheTag(sitemapTag())
  const [{ categories }, entries] = await Promise.all([getSitemapIndex(), listSitemapEntries()])
  return document('urlset', 'url', [
    { path: '/', changedAt: newest(categories) },
    { path: `/${allCategories}`, changedAt: newest(categories) },
    ...categories.map(({ slug, changed_at }) => ({ path: `/${slug}`, changedAt: changed_at })),
    ...(entries.length > 0 ? [{ path: '/changelog', changedAt: newest(entries) }] : []),
    ...entries.map(({ slug, changed_at }) => ({ path: entryAddress(slug), changedAt: changed_at })),
  ])
}

export async function postsSitemap(part: number): Promise<string | null> {
  'use cache'
  cacheLife(lifetime)
  cacheTag(sitemapTag())
  const posts = await listSitemapPosts(part)
  if (posts.length === 0) return null
  return document(
    'urlset',
    'url',
    posts.map(({ category, slug, changed_at }) => ({
      path: postAddress({ categorySlug: category, slug }),
      changedAt: changed_at,
    })),
  )
}

const newest = (rows: Changed[]): string | undefined =>
  rows
    .map(({ changed_at }) => changed_at)
    .toSorted()
    .at(-1)

function document(root: string, item: string, items: { path: string; changedAt?: string }[]): string {
  const children = items.map(({ path, changedAt }) =>
    xmlElement(
      item,
      {},
      {
        children: [
          xmlElement('loc', {}, { text: env.SITE_URL + path }),
          ...(changedAt ? [xmlElement('lastmod', {}, { text: changedAt })] : []),
        ],
      },
    ),
  )
  return xmlDeclaration + xmlElement(root, namespace, { children })
}

export function answerSitemap(xml: string | null): Response {
  if (xml === null) return new Response('This sitemap doesn’t exist. Check its address.\n', { status: 404 })
  return new Response(xml, {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=30',
    },
  })
}

type Changed = { slug: string; changed_at: string }

async function getSitemapIndex() {
  const { data } = await publicClient.rpc('sitemap_index').throwOnError()
  return data as { parts: { part: number; changed_at: string }[]; categories: Changed[] }
}

async function listSitemapEntries(): Promise<Changed[]> {
  const { data } = await publicClient.rpc('changelog_index').throwOnError()
  return data
}

async function listSitemapPosts(part: number) {
  const { data } = await publicClient.rpc('sitemap_posts', { of_part: part }).throwOnError()
  return data as (Changed & { category: string })[]
}
