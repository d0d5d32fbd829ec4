import 'server-only'
import { publicClient } from '../supabase/public'

type Index = {
  parts: { part: number; changed_at: string }[]
  categories: { slug: string; changed_at: string }[]
}
type Post = { category: string; slug: string; changed_at: string }

/** The parts the posts are listed in and the categories, each with its newest change (ISO 8601). */
export async function getSitemapIndex() {
  const { data } = await publicClient.rpc('sitemap_index').throwOnError()
  const { parts, categories } = data as Index
  return {
    parts: parts.map(({ part, changed_at }) => ({ part, changedAt: changed_at })),
    categories: categories.map(({ slug, changed_at }) => ({ slug, changedAt: changed_at })),
  }
}

/** The addresses of one part of the posts with their newest changes; empty for a part without posts. */
export async function listSitemapPosts(part: number) {
  const { data } = await publicClient.rpc('sitemap_posts', { of_part: part }).throwOnError()
  return (data as Post[]).map(({ category, slug, changed_at }) => ({
    categorySlug: category,
    slug,
    changedAt: changed_at,
  }))
}
