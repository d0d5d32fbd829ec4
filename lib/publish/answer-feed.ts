import type { FeedDocument } from './atom-feed'

/** The feed, 304 when the reader has it already, 404 when there is none. */
export function answerFeed(request: Request, feed: FeedDocument | null): Response {
  if (!feed) return new Response('There is no such feed.\n', { status: 404 })
  const headers = {
    etag: feed.etag,
    'last-modified': new Date(feed.updatedAt).toUTCString(),
    'cache-control': 'public, max-age=300',
  }
  if (hasCurrent(request, feed)) return new Response(null, { status: 304, headers })
  return new Response(feed.xml, {
    headers: { ...headers, 'content-type': 'application/atom+xml; charset=utf-8' },
  })
}

/** RFC 9110, 13.2.2: with If-None-Match, If-Modified-Since does not count. */
function hasCurrent(request: Request, feed: FeedDocument): boolean {
  const tags = request.headers.get('if-none-match')
  if (tags !== null) {
    const weak = (tag: string) => tag.trim().replace(/^W\//, '')
    return tags.split(',').some((tag) => tag.trim() === '*' || weak(tag) === weak(feed.etag))
  }
  const since = Date.parse(request.headers.get('if-modified-since') ?? '')
  return since >= Math.floor(Date.parse(feed.updatedAt) / 1000) * 1000
}
