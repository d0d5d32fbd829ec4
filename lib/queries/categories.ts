import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { categoriesTag } from '../cache-tags'
import { noSlug } from '../post/no-slug'
import { publicClient } from '../supabase/public'

export type Category = Awaited<ReturnType<typeof listCategories>>[number]

/** Every category in its order, archived ones included. */
export async function listCategories() {
  'use cache'
  cacheLife('board')
  cacheTag(categoriesTag())
  const { data } = await publicClient
    .from('categories')
    .select('id, slug, name, description, prompt, details_prompt, archived_at, category_addresses(slug)')
    .order('position')
    .order('id')
    .throwOnError()
  return data.map(({ archived_at, category_addresses, ...category }) => ({
    ...category,
    isArchived: archived_at !== null,
    /** Every address it has or had. */
    slugs: category_addresses.map(({ slug }) => slug),
  }))
}

/** The category whose address this is, or once was; null when there is none. */
export async function findCategory(slug: string) {
  if (slug === noSlug) return null
  const categories = await listCategories()
  return categories.find(({ slugs }) => slugs.includes(slug)) ?? null
}

/** The address that the category with this one has now; the same one when there is no such category. */
export async function currentSlug(slug: string): Promise<string> {
  return (await findCategory(slug))?.slug ?? slug
}
