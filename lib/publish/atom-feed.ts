import { createHash } from 'node:crypto'
import { currentLanguage } from '../words/languages'
import { xmlDeclaration, xmlElement } from './xml'

export type AtomEntry = {
  key: string
  title: string
  url: string
  authorName: string
  publishedAt: string
  updatedAt: string
  category?: { term: string; label: string }
  html: string
}

export type AtomFeed = {
  key: string
  title: string
  subtitle?: string
  selfUrl: string
  pageUrl: string
  siteName: string
  iconUrl: string
  createdAt: string
  entries: AtomEntry[]
}

export type FeedDocument = { xml: string; etag: string; updatedAt: string }

export function atomFeed(feed: AtomFeed): FeedDocument {
  const updatedAt = feed.entries
    .map((entry) => entry.updatedAt)
    .reduce((a, b) => (a > b ? a : b), feed.createdAt)
  const text = (name: string, value: string) => xmlElement(name, {}, { text: value })
  const person = (name: string) => xmlElement('author', {}, { children: [text('name', name)] })
  const xml =
    xmlDeclaration +
    xmlElement(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': currentLanguage() },
      {
        children: [
          text('id', tagUri(feed.selfUrl, feed.key)),
          text('title', feed.title),
          ...(feed.subtitle ? [text('subtitle', feed.subtitle)] : []),
          text('updated', updatedAt),
          person(feed.siteName),
          text('generator', feed.siteName),
          text('icon', feed.iconUrl),
          xmlElement('link', { rel: 'self', type: 'application/atom+xml', href: feed.selfUrl }),
          xmlElement('link', { rel: 'alternate', type: 'text/html', href: feed.pageUrl }),
          ...feed.entries.map((entry) =>
            xmlElement(
              'entry',
              {},
              {
                children: [
                  text('id', tagUri(feed.selfUrl, entry.key)),
                  text('title', entry.title),
                  text('published', entry.publishedAt),
                  text('updated', entry.updatedAt),
                  person(entry.authorName),
                  ...(entry.category ? [xmlElement('category', entry.category)] : []),
                  xmlElement('link', { rel: 'alternate', type: 'text/html', href: entry.url }),
                  xmlElement('content', { type: 'html' }, { text: entry.html }),
                ],
              },
            ),
          ),
        ],
      },
    )
  // Weak, because the server may compress the same document.
  const etag = `W/"${createHash('sha256').update(xml).digest('base64url').slice(0, 27)}"`
  return { xml, etag, updatedAt }
}

/** A tag URI (RFC 4151): the same wherever and whenever the entry is read. */
function tagUri(url: string, key: string): string {
  return `tag:${new URL(url).hostname},2026:${key}`
}

export function answerFeed(request: Request, feed: FeedDocument | null): Response {
  if (!feed) return new Response('This feed doesn’t exist. Check its address.\n', { status: 404 })
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

/** RFC 9110, 13.2.2: with If-None-Match, If-Modified-Since is ignored. */
function hasCurrent(request: Request, feed: FeedDocument): boolean {
  const tags = request.headers.get('if-none-match')
  if (tags !== null) {
    const weak = (tag: string) => tag.trim().replace(/^W\//, '')
    return tags.split(',').some((tag) => tag.trim() === '*' || weak(tag) === weak(feed.etag))
  }
  const since = Date.parse(request.headers.get('if-modified-since') ?? '')
  return since >= Math.floor(Date.parse(feed.updatedAt) / 1000) * 1000
}
