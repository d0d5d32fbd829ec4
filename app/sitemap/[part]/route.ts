import { answerSitemap } from '@/lib/publish/answer-sitemap'
import { pagesSitemap, postsSitemap } from '@/lib/publish/sitemap'

/** /sitemap/pages.xml, /sitemap/0.xml and so on: the parts that /sitemap.xml lists. */
export async function GET(_request: Request, { params }: { params: Promise<{ part: string }> }) {
  const { part } = await params
  if (part === 'pages.xml') return answerSitemap(await pagesSitemap())
  const number = /^(0|[1-9]\d{0,7})\.xml$/.exec(part)?.[1]
  return answerSitemap(number ? await postsSitemap(Number(number)) : null)
}
