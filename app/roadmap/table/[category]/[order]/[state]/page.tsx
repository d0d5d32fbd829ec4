import '@/app/_kinds/table.css'
import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { PostTable } from '@/components/roadmap/post-table'
import { RoadmapHeading } from '@/components/roadmap/roadmap-heading'
import { roadmapMetadata } from '@/lib/publish/page-metadata'
import { MissingPage } from '@/components/shell/missing-page'
import { PageWords } from '@/components/shell/page-words'
import { env } from '@/lib/env'
import { allCategories, listAddress, type ListFilter, offlineParams } from '@/lib/post/address'
import { isPostOrder, isPostState } from '@/lib/post/states'
import { filterOf, findListed } from '@/lib/queries/categories'

export const ensureStatic = 'navigation'
export const prefetch = 'partial'

type Props = { params: Promise<{ category: string; order: string; state: string }> }

export function generateStaticParams() {
  const first = { category: allCategories, order: 'top', state: 'all' }
  return [env.SIGNPOST_OFFLINE_BUILD ? offlineParams('category', 'order', 'state') : first]
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { state } = (await getFilter(params)) ?? notFound()
  return roadmapMetadata(state)
}

/** The posts of all categories or one, in one order. /?view=table&category=&sort=&state= is rewritten to this page. */
export default async function RoadmapTablePage({ params }: Props) {
  const filter = await getFilter(params)
  if (!filter) return <MissingPage />
  return (
    <PageWords of="posts">
      <RoadmapHeading filter={filter} />
      <PostTable filter={filter} />
    </PageWords>
  )
}

async function getFilter(params: Props['params']) {
  const { category: slug, order, state } = await params
  if (!isPostOrder(order) || !(state === 'all' || isPostState(state))) return null
  const category = await findListed(slug)
  if (!category) return null
  const filter: ListFilter = {
    category: filterOf(category),
    view: 'table',
    order,
    state: state === 'all' ? undefined : state,
  }
  if (category.slug !== slug) permanentRedirect(listAddress(filter))
  return filter
}
