import { answerSitemap, pagesSitemap, postsSitemap } from '@/lib/publish/sitemap'
import { unavailableOnError } from '@/lib/publish/answer'

type Context = { params: Promise<{ part: string }> }

/** /sitemap/pages.xml, /sitemap/0.xml and so on: the parts that /sitemap.xml lists. */
export const GET = unavailableOnError(async (_request: Request, { params }: Context) => {
  const { part } = await params
  if (part === 'pages.xml') return answerSitemap(await pagesSitemap())
  const number = /^(0|[1-9]\d{0,7})\.xml$/.exec(part)?.[1]
  return answerSitemap(number ? await postsSitemap(Number(number)) : null)
})
