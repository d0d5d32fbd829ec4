import type { MetadataRoute } from 'next'
import { connection } from 'next/server'
import { env } from '@/lib/env'

const closed = ['dashboard', 'forgot-password', 'reset-password', 'search', 'settings', 'sign-out']

export default async function robots(): Promise<MetadataRoute.Robots> {
  // The site's address may only be known once the site starts.
  await connection()
  return {
    rules: {
      userAgent: '*',
      allow: ['/', '/api/share-image'],
      // Written so that a category called "search-ideas" stays open.
      disallow: ['/api/', '/auth/', ...closed.flatMap((name) => [`/${name}$`, `/${name}/`, `/${name}?`])],
    },
    sitemap: `${env.SITE_URL}/sitemap.xml`,
  }
}
