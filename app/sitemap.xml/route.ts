import { connection } from 'next/server'
import { answerSitemap } from '@/lib/publish/answer-sitemap'
import { sitemapIndex } from '@/lib/publish/sitemap'
import { unavailableOnError } from '@/lib/publish/unavailable-on-error'

export const GET = unavailableOnError(async () => {
  await connection()
  return answerSitemap(await sitemapIndex())
})
