import { t } from '@/lib/words/t'
import type { MetadataRoute } from 'next'
import { connection } from 'next/server'
import { accent as ownAccent } from '@/lib/publish/signpost-mark'
import { getSite } from '@/lib/queries/site'

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  await connection()
  const { name, accent, logo } = await getSite()
  return {
    name: t('pages.manifest.feedbackAndRoadmap', { name }),
    short_name: name,
    id: '/',
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#ffffff',
    theme_color: accent ?? ownAccent,
    icons: [
      ...(logo ? [] : [{ src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' }]),
      { src: '/apple-icon', type: 'image/png', sizes: '180x180' },
    ],
  }
}
