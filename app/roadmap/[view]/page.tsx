import { notFound } from 'next/navigation'
import { RoadmapBoard } from '@/components/roadmap/roadmap-board'
import { RoadmapHeading } from '@/components/roadmap/roadmap-heading'
import { JsonLd } from '@/components/seo/json-ld'
import { roadmapMetadata } from '@/components/seo/page-metadata'
import { webSite } from '@/lib/publish/json-ld'
import { env } from '@/lib/env'
import { offlineParams } from '@/lib/post/no-slug'

export const ensureStatic = 'navigation'

export const metadata = roadmapMetadata()

// A parameter with one value: a page without any would be made during a build without a database.
export function generateStaticParams() {
  return [env.SIGNPOST_OFFLINE_BUILD ? offlineParams('view') : { view: 'map' }]
}

/** The board: what stands behind /. */
export default async function RoadmapPage({ params }: { params: Promise<{ view: string }> }) {
  if ((await params).view !== 'map') notFound()
  return (
    <>
      <RoadmapHeading view="map" />
      <RoadmapBoard />
      <JsonLd things={[webSite(env.SITE_URL, env.SITE_NAME)]} />
    </>
  )
}
