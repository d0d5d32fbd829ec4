import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { categoriesTag } from '../cache-tags'
import { allCategories, noSlug } from '../post/address'
import { publicClient } from '../supabase/public'
import { t } from '../words/t'
import { getSite } from './site'

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

/** What a list's address stands for: a category, or all of them as if they were one (without an id). */
export type Listed = Pick<Category, 'slug' | 'name' | 'description' | 'prompt' | 'isArchived'>

/** Null if it stands for nothing. */
export async function findListed(slug: string): Promise<Listed | null> {
  if (slug !== allCategories) return findCategory(slug)
  await getSite()
  const texts = { name: t('category.list.allFeedback'), description: t('category.list.everyCategory') }
  return { slug, ...texts, prompt: null, isArchived: false }
}

export const filterOf = ({ slug }: Listed) => (slug === allCategories ? undefined : slug)

/** The current address of the category with this one; the same address if there is no such category. */
export async function currentSlug(slug: string): Promise<string> {
  return (await findCategory(slug))?.slug ?? slug
}
