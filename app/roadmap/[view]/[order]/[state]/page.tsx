import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PostTable } from '@/components/roadmap/post-table'
import { RoadmapBoard } from '@/components/roadmap/roadmap-board'
import { RoadmapHeading } from '@/components/roadmap/roadmap-heading'
import { JsonLd } from '@/components/seo/json-ld'
import { roadmapMetadata } from '@/components/seo/page-metadata'
import { env } from '@/lib/env'
import { webSite } from '@/lib/json-ld'
import { isOfflineBuild, offlineParams } from '@/lib/offline-build'
import { isPostOrder } from '@/lib/post-orders'
import { isPostState } from '@/lib/post-states'

export const ensureStatic = 'navigation'

type Params = { view: string; order: string; state: string }

export function generateStaticParams(): Params[] {
  if (isOfflineBuild) return [offlineParams('view', 'order', 'state')]
  return [
    { view: 'map', order: 'top', state: 'all' },
    { view: 'table', order: 'top', state: 'all' },
  ]
}

export async function generateMetadata({ params }: { params: Promise<Params> }): Promise<Metadata> {
  const { state } = await params
  return roadmapMetadata(isPostState(state) ? state : undefined)
}

export default async function RoadmapPage({ params }: { params: Promise<Params> }) {
  const { view, order, state } = await params
  if (!isPostOrder(order) || !(state === 'all' || isPostState(state))) notFound()
  if (view === 'map') {
    return (
      <>
        <RoadmapHeading view="map" />
        <RoadmapBoard />
        <JsonLd things={[webSite(env.SITE_URL, env.SITE_NAME)]} />
      </>
    )
  }
  if (view !== 'table') notFound()
  return (
    <>
      <RoadmapHeading view="table" />
      <PostTable filter={{ order, state: state === 'all' ? undefined : state }} />
    </>
  )
}
