/** A sitemap, which a proxy keeps no longer than a page, or 404 when there is none. */
export function answerSitemap(xml: string | null): Response {
  if (xml === null) return new Response('There is no such sitemap.\n', { status: 404 })
  return new Response(xml, {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=30',
    },
  })
}
