import { connection } from 'next/server'
import { answerSitemap, sitemapIndex } from '@/lib/publish/sitemap'
import { unavailableOnError } from '@/lib/publish/answer'

export const GET = unavailableOnError(async () => {
  await connection()
  return answerSitemap(await sitemapIndex())
})
