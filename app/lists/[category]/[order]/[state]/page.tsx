import '@/app/_kinds/list.css'
import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { CategoryList } from '@/components/category/category-list'
import { CategoryJsonLd } from '@/components/seo/json-ld'
import { categoryMetadata } from '@/lib/publish/page-metadata'
import { MissingPage } from '@/components/shell/missing-page'
import { PageWords } from '@/components/shell/page-words'
import { env } from '@/lib/env'
import { listAddress, offlineParams } from '@/lib/post/address'
import { isPostOrder, isPostState } from '@/lib/post/states'
import { filterOf, findListed, listCategories } from '@/lib/queries/categories'

export const ensureStatic = 'navigation'
export const prefetch = 'partial'

type Props = { params: Promise<{ category: string; order: string; state: string }> }

export async function generateStaticParams() {
  if (env.SIGNPOST_OFFLINE_BUILD) return [offlineParams('category', 'order', 'state')]
  const categories = await listCategories()
  return categories.map(({ slug }) => ({ category: slug, order: 'newest', state: 'all' }))
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { category } = (await getList(params)) ?? notFound()
  return categoryMetadata(category)
}

/** A category, or all of them, in one order, with one state or all. /{category}?sort=&state= is rewritten to this page. */
export default async function CategoryPage({ params }: Props) {
  const list = await getList(params)
  if (!list) return <MissingPage path={`/${(await params).category}`} />
  const { category, filter } = list
  return (
    <PageWords of="list">
      <CategoryList category={category} filter={filter} />
      <CategoryJsonLd category={category} />
    </PageWords>
  )
}

async function getList(params: Props['params']) {
  const { category: slug, order, state } = await params
  if (!isPostOrder(order) || !(state === 'all' || isPostState(state))) return null
  const category = await findListed(slug)
  if (!category) return null
  const filter = { category: filterOf(category), order, state: state === 'all' ? undefined : state }
  if (category.slug !== slug) permanentRedirect(listAddress(filter))
  return { category, filter }
}
