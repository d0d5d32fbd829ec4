import { connection } from 'next/server'
import { answerSitemap } from '@/lib/publish/answer-sitemap'
import { sitemapIndex } from '@/lib/publish/sitemap'
import { orUnavailable } from '@/lib/publish/or-unavailable'

export const GET = orUnavailable(async () => {
  await connection()
  return answerSitemap(await sitemapIndex())
})
