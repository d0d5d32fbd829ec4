import { connection } from 'next/server'
import { answerSitemap } from '@/lib/publish/answer-sitemap'
import { getSitemapIndex } from '@/lib/queries/sitemap'

export async function GET() {
  await connection()
  return answerSitemap(await getSitemapIndex())
}
