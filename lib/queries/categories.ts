import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { categoriesTag } from '../cache-tags'
import { allCategories, noSlug } from '../post/address'
import { publicClient } from '../supabase/public'
import { t } from '../words/t'
import { getSite } from './site'

export type Category = Awaited<ReturnType<typeof listCategories>>[number]

export async function listCategories() {
  'use cache'
  cacheLife('board')
  cacheTag(categoriesTag())
  return readCategories()
}

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

export type Listed = Pick<Category, 'slug' | 'name' | 'description' | 'prompt' | 'isArchived'>

export async function findListed(slug: string): Promise<Listed | null> {
  if (slug !== allCategories) return findCategory(slug)
  await getSite()
  const texts = { name: t('category.list.allFeedback'), description: t('category.list.everyCategory') }
  return { slug, ...texts, prompt: null, isArchived: false }
}

export const filterOf = ({ slug }: Listed) => (slug === allCategories ? undefined : slug)

export async function currentSlug(slug: string): Promise<string> {
  return (await findCategory(slug))?.slug ?? slug
}
