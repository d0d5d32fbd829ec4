import { describe, expect, test, vi } from 'vitest'
import { siteAddresses } from '../support/site-addresses.ts'
import robots from '@/app/robots'
import { answerFeed } from '@/lib/publish/atom-feed'
import { type AtomEntry, atomFeed, type AtomFeed } from '@/lib/publish/atom-feed'
import { breadcrumbList, discussionForumPosting, jsonLd } from '@/lib/publish/json-ld'
import { escapeXml } from '@/lib/publish/xml'
import { markdownHtml } from '@/lib/text/markdown-html'

const entry: AtomEntry = {
  key: 'post-12',
  title: 'Dark mode',
  url: 'https://feedback.example.com/new-features/dark-mode',
  authorName: 'Ada',
  publishedAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-02T10:00:00.500Z',
  html: '<p>At night</p>',
}
const feed: AtomFeed = {
  key: 'roadmap',
  title: 'Roadmap',
  selfUrl: 'https://feedback.example.com:8443/feed.xml',
  pageUrl: 'https://feedback.example.com:8443/',
  siteName: 'Signpost',
  iconUrl: 'https://feedback.example.com:8443/icon.svg',
  createdAt: '2026-01-01T00:00:00.000Z',
  entries: [entry],
}

describe('the document', () => {
  test('is as new as its newest entry', () => {
    const entries = [entry, { ...entry, updatedAt: '2026-11-03T00:00:00.000Z' }, entry]
    expect(atomFeed({ ...feed, entries }).xml).toContain(
      '<updated>2026-11-03T00:00:00.000Z</updated><author>',
    )
  })

  test('without entries is as old as its subject', () => {
    expect(atomFeed({ ...feed, entries: [] }).updatedAt).toBe('2026-01-01T00:00:00.000Z')
  })

  test('gives its entries tag URIs without a port', () => {
    expect(atomFeed(feed).xml).toContain('<id>tag:feedback.example.com,2026:post-12</id>')
  })

  test('escapes HTML once, as RFC 4287 requires', () => {
    const { xml } = atomFeed({ ...feed, entries: [{ ...entry, html: '<p>a &amp; b</p>' }] })
    expect(xml).toContain('<content type="html">&lt;p&gt;a &amp;amp; b&lt;/p&gt;</content>')
  })

  test('has another ETag when anything in it differs', () => {
    const changed = atomFeed({ ...feed, entries: [{ ...entry, title: 'Dark theme' }] })
    expect(changed.etag).not.toBe(atomFeed(feed).etag)
    expect(atomFeed({ ...feed }).etag).toBe(atomFeed(feed).etag)
  })
})

describe('escaping', () => {
  test.each([
    ['<a href="x">\'&', '&lt;a href=&quot;x&quot;&gt;&#39;&amp;'],
    ['\u0000a\u0001b\u000Bc\u001F', 'abc'],
    ['\uFFFEa\uFFFF', 'a'],
    ['\uD800a', 'a'],
    ['tab\tline\nend\r', 'tab\tline\nend\r'],
    ['中文 🎉 عربي', '中文 🎉 عربي'],
  ])('%j becomes %j', (text, expected) => {
    expect(escapeXml(text)).toBe(expected)
  })
})

describe('Markdown as HTML', () => {
  test('keeps markup in text as text', () => {
    expect(markdownHtml('Use <script>alert(1)</script> & "x"', 'https://x.test')).toBe(
      '<p>Use &#x3C;script>alert(1)&#x3C;/script> &#x26; "x"</p>',
    )
  })

  test.each([
    ['a\nb\n\nc', '<p>a<br>b</p><p>c</p>'],
    ['a  \nb', '<p>a<br>b</p>'],
    ['- a\n  *b\n  c*', '<ul><li><p>a<br><em>b<br>c</em></p></li></ul>'],
    ['```\na\nb\n```', '<pre><code>a\nb</code></pre>'],
  ])('keeps the lines of %j', (markdown, html) => {
    expect(markdownHtml(markdown, 'https://x.test')).toBe(html)
  })

  test('completes links within the site, and attributes cannot be escaped from', () => {
    const link = (href: string) => markdownHtml(`[go](<${href}>)`, 'https://x.test')
    expect(link('/bugs')).toBe('<p><a href="https://x.test/bugs" rel="nofollow ugc">go</a></p>')
    expect(link('https://y.test/?a="\\>\\<script\\>')).not.toContain('<script>')
  })
})

describe('a conditional GET', () => {
  const document = atomFeed(feed)
  const get = (headers: Record<string, string>) =>
    answerFeed(new Request('https://feedback.example.com/feed.xml', { headers }), document).status

  test.each([
    [{}, 200],
    [{ 'if-none-match': document.etag }, 304],
    [{ 'if-none-match': document.etag.replace('W/', '') }, 304],
    [{ 'if-none-match': `"other", ${document.etag}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"other"' }, 200],
    [{ 'if-modified-since': 'Mon, 02 Nov 2026 10:00:00 GMT' }, 304],
    [{ 'if-modified-since': 'Mon, 02 Nov 2026 09:59:59 GMT' }, 200],
    [{ 'if-modified-since': 'yesterday' }, 200],
    [{ 'if-none-match': '"other"', 'if-modified-since': 'Mon, 02 Nov 2026 10:00:00 GMT' }, 200],
  ])('with %j answers %i', (headers, status) => {
    expect(get(headers)).toBe(status)
  })

  test('for a missing feed answers 404', () => {
    expect(answerFeed(new Request('https://feedback.example.com/feed.xml'), null).status).toBe(404)
  })
})

const site = 'https://feedback.example.com'
const post = {
  slug: 'größe',
  categorySlug: 'bugs',
  category: { name: 'Bugs' },
  author: null,
  title: 'Size',
  details: 'It is **too** <b>small</b>.',
  votesTotal: 3,
  commentsTotal: 2,
  createdAt: '2026-11-01T10:00:00.000Z',
  editedAt: null,
}
const comment = {
  id: 7,
  body: [{ tag: 'p' as const, children: ['Yes, ', { tag: 'strong' as const, children: ['please'] }, '!'] }],
  createdAt: '2026-11-02T10:00:00.000Z',
  editedAt: null,
  deletedAt: null,
  authorName: 'Ada',
  replies: [],
}

test('cannot end its script element', () => {
  const text = jsonLd([{ '@type': 'Thing', name: '</script><!--<script>' }])
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toMatchObject({ name: '</script><!--<script>' })
})

test('puts several things into one graph', () => {
  const parsed = JSON.parse(jsonLd([{ '@type': 'A' }, { '@type': 'B' }]))
  expect(parsed['@graph']).toEqual([{ '@type': 'A' }, { '@type': 'B' }])
})

test('a post has plain text, an encoded address and its counts', () => {
  expect(discussionForumPosting(site, post, [])).toMatchObject({
    url: `${site}/bugs/gr%C3%B6%C3%9Fe`,
    text: 'It is too small.',
    author: { name: 'Deleted user' },
    interactionStatistic: [{ userInteractionCount: 3 }, { userInteractionCount: 2 }],
  })
})

test('a comment has its text, author and replies', () => {
  const reply = { ...comment, id: 8, authorName: null }
  expect(discussionForumPosting(site, post, [{ ...comment, replies: [reply] }]).comment).toMatchObject([
    { text: 'Yes, please!', author: { name: 'Ada' }, comment: [{ author: { name: 'Deleted user' } }] },
  ])
})

test('a deleted comment is left out, but its replies are not', () => {
  const deleted = {
    ...comment,
    body: [],
    deletedAt: '2026-11-03T10:00:00.000Z',
    replies: [{ ...comment, id: 8 }],
  }
  const { comment: shown } = discussionForumPosting(site, post, [deleted])
  expect(shown).toHaveLength(1)
  expect(shown).toMatchObject([{ url: `${site}/bugs/gr%C3%B6%C3%9Fe#comment-8` }])
})

test('breadcrumbs begin with the roadmap', () => {
  expect(breadcrumbList(site, [{ name: 'Bugs', path: '/bugs' }]).itemListElement).toMatchObject([
    { position: 1, name: 'Roadmap', item: `${site}/` },
    { position: 2, name: 'Bugs', item: `${site}/bugs` },
  ])
})

vi.mock('next/server', () => ({ connection: async () => {} }))

test('robots.txt disallows only paths that the site answers', async () => {
  const { rules } = await robots()
  const closed = [rules].flat().flatMap(({ disallow }) => disallow ?? [])
  const names = closed.map((address) => /^\/([^/?$]+)[/?$]$/.exec(address)?.[1])
  expect(names).toContain('dashboard')
  expect(siteAddresses()).toEqual(expect.arrayContaining(names))
})
