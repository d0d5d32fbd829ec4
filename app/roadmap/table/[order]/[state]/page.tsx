import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PostTable } from '@/components/roadmap/post-table'
import { RoadmapHeading } from '@/components/roadmap/roadmap-heading'
import { roadmapMetadata } from '@/lib/publish/page-metadata'
import { MissingPage } from '@/components/shell/missing-page'
import { env } from '@/lib/env'
import { offlineParams } from '@/lib/post/address'
import { isPostOrder, isPostState } from '@/lib/post/states'

export const ensureStatic = 'navigation'
export const prefetch = 'partial'

type Props = { params: Promise<{ order: string; state: string }> }

export function generateStaticParams() {
  return [env.SIGNPOST_OFFLINE_BUILD ? offlineParams('order', 'state') : { order: 'top', state: 'all' }]
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { state } = (await getFilter(params)) ?? notFound()
  return roadmapMetadata(state)
}

/** All posts in one order, with one state or all. /?view=table&sort=&state= is rewritten to this page. */
export default async function RoadmapTablePage({ params }: Props) {
  const filter = await getFilter(params)
  if (!filter) return <MissingPage />
  return (
    <>
      <RoadmapHeading view="table" />
      <PostTable filter={filter} />
    </>
  )
}

async function getFilter(params: Props['params']) {
  const { order, state } = await params
  if (!isPostOrder(order) || !(state === 'all' || isPostState(state))) return null
  return { order, state: state === 'all' ? undefined : state }
}
