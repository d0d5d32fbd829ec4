import '@/app/_kinds/roadmap.css'
import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { RoadmapBoard } from '@/components/roadmap/roadmap-board'
import { RoadmapHeading } from '@/components/roadmap/roadmap-heading'
import { JsonLd } from '@/components/seo/json-ld'
import { roadmapMetadata } from '@/lib/publish/page-metadata'
import { MissingPage } from '@/components/shell/missing-page'
import { PageWords } from '@/components/shell/page-words'
import { webSite } from '@/lib/publish/json-ld'
import { env } from '@/lib/env'
import { filterOf, findListed } from '@/lib/queries/categories'
import { getSite } from '@/lib/queries/site'
import { allCategories, listAddress, type ListFilter, offlineParams } from '@/lib/post/address'

export const ensureStatic = 'navigation'
export const prefetch = 'partial'

type Props = { params: Promise<{ category: string }> }

export function generateStaticParams() {
  return [env.SIGNPOST_OFFLINE_BUILD ? offlineParams('category') : { category: allCategories }]
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return (await getFilter(params)) ? roadmapMetadata() : notFound()
}

/** The board, of all categories or one. / and /?category= are rewritten to this page. */
export default async function RoadmapPage({ params }: Props) {
  const filter = await getFilter(params)
  if (!filter) return <MissingPage />
  const { name } = await getSite()
  return (
    <PageWords of="posts">
      <RoadmapHeading filter={filter} />
      <RoadmapBoard category={filter.category} />
      <JsonLd things={[webSite(env.SITE_URL, name)]} />
    </PageWords>
  )
}

/** Redirects permanently from an address that the category had before. */
async function getFilter(params: Props['params']) {
  const { category: slug } = await params
  const category = await findListed(slug)
  if (!category) return null
  const filter: ListFilter = { category: filterOf(category), view: 'map' }
  if (category.slug !== slug) permanentRedirect(listAddress(filter))
  return filter
}
