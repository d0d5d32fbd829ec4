import { widgetTag } from '../../components/settings/widget-tag'
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { isListed, isOrigin } from '../../lib/post/widget-origins'
import { embedHeaders, framedBy, isEmbedPage, securityHeaders } from '../../lib/publish/security-headers'
import { originsIn, widgetSchema } from '../../lib/schemas/widget'

vi.mock('../../lib/queries/site', () => ({ getSite: () => ({ accent: null }) }))
const { answerWidget, fillWidget } = await import('../../lib/publish/widget-script')

test('the script is at most 4 kB, and a script', async () => {
  const answer = await answerWidget()
  const text = await answer.text()
  expect(gzipSync(text).length).toBeLessThanOrEqual(4_000)
  expect(() => new Function(text)).not.toThrow()
  expect(text).not.toMatch(/document\.cookie|localStorage|innerHTML|eval\(/)
  expect(answer.headers.get('Content-Type')).toContain('text/javascript')
})

test('a color of the site is text in the script, whatever it is', () => {
  const source = readFileSync('lib/publish/widget.js', 'utf8')
  const filled = fillWidget(source, `</script>'"$&`)
  expect(filled).not.toContain('</script>')
  expect(() => new Function(filled)).not.toThrow()
})

test('the script does nothing on a page without its own script tag', () => {
  const window = {}
  runInNewContext(fillWidget(readFileSync('lib/publish/widget.js', 'utf8'), '#123456'), {
    window,
    document: {},
  })
  expect(window).toEqual({})
})

test.each([
  ['https://app.example.com', true],
  ['https://*.example.com', true],
  ['https://example.com:8443', true],
  ['http://localhost:3000', true],
  ['http://127.0.0.1', true],
  ['http://example.com', false],
  ['https://*', false],
  ['*', false],
  ['null', false],
  ['https://a.*.example.com', false],
  ['https://example.com/path', false],
  ["https://example.com; script-src 'unsafe-inline'", false],
])('%s as an origin: %s', (text, expected) => expect(isOrigin(text)).toBe(expected))

test.each([
  ['https://app.example.com', true],
  ['https://a.b.shop.test', true],
  ['https://shop.test', false],
  ['https://evilshop.test', false],
  ['https://app.example.com.evil.test', false],
  ['http://app.example.com', false],
  ['https://app.example.com:444', false],
  ['https://x.shop.test:444', false],
  ['null', false],
  ['', false],
])('a page of %s is one of those listed: %s', (origin, expected) =>
  expect(isListed(origin, ['https://app.example.com', 'https://*.shop.test'])).toBe(expected),
)

test('origins are read as people type them', () =>
  expect(
    originsIn(
      ' HTTPS://App.example.com/,\nhttps://a.test a.test/page?x=https://c.test/y\nb.test:444 *.c.test localhost:3000\n',
    ),
  ).toEqual([
    'https://app.example.com',
    'https://a.test',
    'https://b.test:444',
    'https://*.c.test',
    'http://localhost:3000',
  ]))

test('what isn’t an origin is named as it was typed', () => {
  const problemWith = (origins: string) =>
    widgetSchema.safeParse({ origins }).error?.issues.map(({ message }) => message)
  expect(problemWith('https://a.test\n*.b.test')).toBeUndefined()
  expect(problemWith('https://a.test\nhttp://b.test, not a Site.\nc.test')).toEqual([
    'Not a valid address: “http://b.test”, “not a Site.”. Write addresses such as https://app.example.com, one per line.',
  ])
  expect(widgetSchema.parse({ origins: ' A.test/page,b.test ' })).toEqual({
    origins: 'https://a.test\nhttps://b.test',
  })
  expect(problemWith(Array.from({ length: 21 }, (_, i) => `a${i}.test`).join(' '))).toEqual([
    'Enter up to 20 origins such as https://app.example.com, one per line.',
  ])
})

test('only the widget’s pages lack the site-wide framing rule, and they set their own', () => {
  const names = (headers: { key: string }[]) => headers.map(({ key }) => key)
  expect(names(securityHeaders())).toEqual(
    expect.arrayContaining(['X-Frame-Options', 'Content-Security-Policy']),
  )
  expect(names(embedHeaders())).not.toContain('X-Frame-Options')
  for (const path of ['/embed', '/embed/write', '/embed/own', '/embed/roadmap', '/embed/changelog'])
    expect(isEmbedPage(path), path).toBe(true)
  for (const path of ['/', '/embed/', '/embed/x', '/embedded', '/a/embed', '/embed/write/x'])
    expect(isEmbedPage(path), path).toBe(false)
  expect(framedBy('')).toContain("frame-ancestors 'none'; object-src 'none'")
  expect(framedBy('https://a.test')).toContain("frame-ancestors https://a.test; object-src 'none'")
})

test('the code for other sites has the options that were chosen, escaped', () => {
  expect(widgetTag('/widget.js', { label: '', view: '' })).toBe('<script src="/widget.js" async></script>')
  expect(widgetTag('/widget.js', { label: '"<b>&', view: 'roadmap' })).toBe(
    '<script src="/widget.js" async data-signpost-label="&quot;&lt;b&gt;&amp;" data-signpost-view="roadmap"></script>',
  )
})
