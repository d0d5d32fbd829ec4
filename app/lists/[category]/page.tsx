import '@/app/_kinds/list.css'
import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { CategoryList } from '@/components/category/category-list'
import { CategoryJsonLd } from '@/components/seo/json-ld'
import { categoryMetadata } from '@/lib/publish/page-metadata'
import { MissingPage } from '@/components/shell/missing-page'
import { PageWords } from '@/components/shell/page-words'
import { env } from '@/lib/env'
import { allCategories, offlineParams } from '@/lib/post/address'
import { filterOf, findListed, listCategories } from '@/lib/queries/categories'

export const ensureStatic = 'navigation'
export const prefetch = 'partial'

type Props = { params: Promise<{ category: string }> }

export async function generateStaticParams() {
  if (env.SIGNPOST_OFFLINE_BUILD) return [offlineParams('category')]
  return [allCategories, ...(await listCategories()).map(({ slug }) => slug)].map((category) => ({
    category,
  }))
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return categoryMetadata((await getCategory(params)) ?? notFound())
}

/** The top posts of a category, or of all. /{category} is rewritten to this page. */
export default async function CategoryPage({ params }: Props) {
  const category = await getCategory(params)
  if (!category) return <MissingPage path={`/${(await params).category}`} />
  return (
    <PageWords of="list">
      <CategoryList category={category} filter={{ category: filterOf(category), order: 'top' }} />
      <CategoryJsonLd category={category} />
    </PageWords>
  )
}

/** Redirects permanently from an address that the category had before. */
async function getCategory(params: Props['params']) {
  const { category: slug } = await params
  const category = await findListed(slug)
  if (category && category.slug !== slug) permanentRedirect(`/${category.slug}`)
  return category
}
