import type { MetadataRoute } from 'next'
import { connection } from 'next/server'
import { env } from '@/lib/env'

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  await connection()
  return {
    name: `${env.SITE_NAME} feedback and roadmap`,
    short_name: env.SITE_NAME,
    id: '/',
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#ffffff',
    theme_color: '#822ae8',
    icons: [
      { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/apple-icon', type: 'image/png', sizes: '180x180' },
    ],
  }
}
