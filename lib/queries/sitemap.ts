import 'server-only'
import { cacheLife } from 'next/cache'
import { env } from '../env'
import { isoTime } from '../supabase/iso-time'
import { postAddress } from '../post/address'
import { publicClient } from '../supabase/public'
import { xmlDeclaration, xmlElement } from '../publish/xml'

type Index = {
  parts: { part: number; changed_at: string }[]
  categories: { slug: string; changed_at: string }[]
}
type Post = { category: string; slug: string; changed_at: string }

const namespace = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }
// Crawlers come seldom and the data is large: no need to be as fresh as a page.
const lifetime = { stale: 300, revalidate: 900, expire: 7200 }

/** The index of the sitemaps, each with its newest change. */
export async function getSitemapIndex(): Promise<string> {
  'use cache'
  cacheLife(lifetime)
  const { parts, categories } = await readIndex()
  return document('sitemapindex', 'sitemap', [
    { path: '/sitemap/pages.xml', changedAt: newest(categories) },
    ...parts.map(({ part, changed_at }) => ({ path: `/sitemap/${part}.xml`, changedAt: changed_at })),
  ])
}

/** The sitemap of the roadmap and the categories. */
export async function getPagesSitemap(): Promise<string> {
  'use cache'
  cacheLife(lifetime)
  const { categories } = await readIndex()
  return document('urlset', 'url', [
    { path: '/', changedAt: newest(categories) },
    ...categories.map(({ slug, changed_at }) => ({ path: `/${slug}`, changedAt: changed_at })),
  ])
}

/** The sitemap of one part of the posts; null for a part without posts. */
export async function getPostsSitemap(part: number): Promise<string | null> {
  'use cache'
  cacheLife(lifetime)
  const { data } = await publicClient.rpc('sitemap_posts', { of_part: part }).throwOnError()
  const posts = data as Post[]
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

async function readIndex() {
  const { data } = await publicClient.rpc('sitemap_index').throwOnError()
  return data as Index
}

function newest(rows: { changed_at: string }[]): string | undefined {
  return rows
    .map((row) => isoTime(row.changed_at))
    .toSorted()
    .at(-1)
}

function document(root: string, item: string, items: { path: string; changedAt?: string }[]): string {
  const children = items.map(({ path, changedAt }) =>
    xmlElement(
      item,
      {},
      {
        children: [
          xmlElement('loc', {}, { text: env.SITE_URL + path }),
          ...(changedAt ? [xmlElement('lastmod', {}, { text: isoTime(changedAt) })] : []),
        ],
      },
    ),
  )
  return xmlDeclaration + xmlElement(root, namespace, { children })
}
