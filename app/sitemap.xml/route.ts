import { connection } from 'next/server'
import { answerSitemap } from '@/lib/publish/answer-sitemap'
import { sitemapIndex } from '@/lib/publish/sitemap'

export async function GET() {
  await connection()
  return answerSitemap(await sitemapIndex())
}
