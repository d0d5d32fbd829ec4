import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CategoryList } from '@/components/category/category-list'
import { CategoryJsonLd } from '@/components/seo/category-json-ld'
import { categoryMetadata } from '@/lib/publish/page-metadata'
import { MissingPage } from '@/components/shell/missing-page'
import { env } from '@/lib/env'
import { offlineParams } from '@/lib/post/no-slug'
import { getCategory, listCategories } from '@/lib/queries/categories'

export const ensureStatic = 'navigation'

type Props = { params: Promise<{ category: string }> }

export async function generateStaticParams() {
  if (env.SIGNPOST_OFFLINE_BUILD) return [offlineParams('category')]
  return (await listCategories()).map(({ slug }) => ({ category: slug }))
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return categoryMetadata((await getCategory((await params).category)) ?? notFound())
}

/** A category's most wanted posts: what stands behind /{category}. */
export default async function CategoryPage({ params }: Props) {
  const { category: slug } = await params
  const category = await getCategory(slug)
  if (!category) return <MissingPage path={`/${slug}`} />
  return (
    <>
      <CategoryList category={category} filter={{ category: category.slug, order: 'top' }} />
      <CategoryJsonLd category={category} />
    </>
  )
}
