import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { categoriesTag } from '../cache-tags'
import { noSlug } from '../post/address'
import { publicClient } from '../supabase/public'

export type Category = Awaited<ReturnType<typeof listCategories>>[number]

/** All categories in order, including archived ones. */
export async function listCategories() {
  'use cache'
  cacheLife('board')
  cacheTag(categoriesTag())
  return readCategories()
}

/** The same as they are at this moment. */
export async function readCategories() {
  const { data } = await publicClient.rpc('list_categories').throwOnError()
  return data.map(
    ({ id, slug, name, description, archived_at, prompt, details_prompt, slugs, revision }) => ({
      id,
      slug,
      name,
      description,
      prompt: prompt as string | null,
      details_prompt: details_prompt as string | null,
      isArchived: (archived_at as string | null) !== null,
      /** Every address that it has or had. */
      slugs,
      revision,
    }),
  )
}

/** The category that has or had this address; null if there is none. */
export async function findCategory(slug: string) {
  if (slug === noSlug) return null
  const categories = await listCategories()
  return categories.find(({ slugs }) => slugs.includes(slug)) ?? null
}

/** The current address of the category with this one; the same address if there is no such category. */
export async function currentSlug(slug: string): Promise<string> {
  return (await findCategory(slug))?.slug ?? slug
}
