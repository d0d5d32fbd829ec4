import 'server-only'
import { cacheLife } from 'next/cache'
import { noSlug } from '../post/no-slug'
import { publicClient } from '../supabase/public'

export type Category = Awaited<ReturnType<typeof listCategories>>[number]

/** Every category in its order. */
export async function listCategories() {
  'use cache'
  cacheLife('board')
  const { data } = await publicClient
    .from('categories')
    .select('id, slug, name, description, prompt, details_prompt')
    .order('position')
    .order('id')
    .throwOnError()
  return data
}

/** The category with this slug, or null. */
export async function getCategory(slug: string) {
  if (slug === noSlug) return null
  const categories = await listCategories()
  return categories.find((category) => category.slug === slug) ?? null
}
