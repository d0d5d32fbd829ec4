import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { RoadmapBoard } from '@/components/roadmap/roadmap-board'
import { RoadmapHeading } from '@/components/roadmap/roadmap-heading'
import { JsonLd } from '@/components/seo/json-ld'
import { roadmapMetadata } from '@/lib/publish/page-metadata'
import { MissingPage } from '@/components/shell/missing-page'
import { webSite } from '@/lib/publish/json-ld'
import { env } from '@/lib/env'
import { getSite } from '@/lib/queries/site'
import { offlineParams } from '@/lib/post/address'

export const ensureStatic = 'navigation'
export const prefetch = 'partial'

type Props = { params: Promise<{ view: string }> }

// A parameter with one value: a page without any would be made during a build without a database.
export function generateStaticParams() {
  return [env.SIGNPOST_OFFLINE_BUILD ? offlineParams('view') : { view: 'map' }]
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return (await params).view === 'map' ? roadmapMetadata() : notFound()
}

/** The board. / is rewritten to this page. */
export default async function RoadmapPage({ params }: Props) {
  if ((await params).view !== 'map') return <MissingPage />
  const { name } = await getSite()
  return (
    <>
      <RoadmapHeading view="map" />
      <RoadmapBoard />
      <JsonLd things={[webSite(env.SITE_URL, name)]} />
    </>
  )
}
