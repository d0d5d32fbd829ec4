import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CategoryList } from '@/components/category/category-list'
import { isOfflineBuild, offlineParams } from '@/lib/offline-build'
import { isPostOrder } from '@/lib/post-orders'
import { isPostState } from '@/lib/post-states'
import { getCategory, listCategories } from '@/lib/queries/categories'

export const ensureStatic = 'navigation'

type Props = { params: Promise<{ category: string; order: string; state: string }> }

export async function generateStaticParams() {
  if (isOfflineBuild) return [offlineParams('category', 'order', 'state')]
  const categories = await listCategories()
  return categories.map(({ slug }) => ({ category: slug, order: 'newest', state: 'all' }))
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { category } = await getList(params)
  return {
    title: category.name,
    description: category.description,
    alternates: { canonical: `/${category.slug}` },
  }
}

/** A category in another order or filtered by state: what stands behind /{category}?sort=&state=. */
export default async function FilteredCategoryPage({ params }: Props) {
  const { category, order, state } = await getList(params)
  return <CategoryList category={category} filter={{ category: category.slug, order, state }} />
}

async function getList(params: Props['params']) {
  const { category: slug, order, state } = await params
  if (!isPostOrder(order) || !(state === 'all' || isPostState(state))) notFound()
  const category = (await getCategory(slug)) ?? notFound()
  return { category, order, state: state === 'all' ? undefined : state }
}
