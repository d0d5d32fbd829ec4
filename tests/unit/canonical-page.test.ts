import { serialize } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { escapeWideCharacters } from '../../lib/cache/escape-wide-characters'
import { pageWithoutQuery, withoutQuery } from '../../lib/cache/flight-address'

const root = (path: string, search = '') =>
  `0:{"P":null,"c":${JSON.stringify(['', path + search])},"q":${JSON.stringify(search)},"i":false,"t":{"t":{"s":""}}}`
const clean = root('new-features')
const text = '\n0:{"P":null,"c":["","?secret=1"],"q":"?secret=1",'
const sized = `a:T${Buffer.byteLength(`é${text}`).toString(16)},é${text}`
const rows: Record<string, [before: string, after: string]> = {
  'the only row': [root('new-features', '?token=1'), clean],
  'the last row': [
    `1:"$S"
:HL["/a.css"]
2:{"a":1}
${root('x', '?a="b')}`,
    `1:"$S"
:HL["/a.css"]
2:{"a":1}
${clean}`,
  ],
  'a row among others': [`1:[]\n${root('x', '?b')}\n2:[]\n`, `1:[]\n${clean}\n2:[]\n`],
  'text that looks like it': [`${sized}${root('new-features', '?a')}\n`, `${sized}${clean}\n`],
  'the error page': ['0:{"c":["","x?a"],"q":"?a","m":1}', '0:{"c":["","new-features"],"q":"","m":1}'],
  'a build id before it': [
    '0:{"b":"1","P":"$1","c":["?a"],"q":"?a","i":1}',
    '0:{"b":"1","P":"$1","c":["","new-features"],"q":"","i":1}',
  ],
  'the tree of a page': ['0:{"b":"mw-1","t":{"c":["?a"]}}', '0:{"b":"mw-1","t":{"c":["?a"]}}'],
  'a single segment': ['0:{"t":{"c":["?a"]}}', '0:{"t":{"c":["?a"]}}'],
}

test('a path that looks like a Flight reference stays text', () => {
  expect(withoutQuery(Buffer.from(root('x')), '/$a/b$').toString()).toContain('"c":["","$$a","b$"]')
})

describe('the address in the data of a page', () => {
  test.each(Object.entries(rows))('is the path alone: %s', (_, [before, after]) => {
    expect(withoutQuery(Buffer.from(before), '/new-features').toString()).toBe(after)
  })

  test.each(['', '1:[]\n', '0:{"i":false,"c":["","x?a"],"q":"?a"}', '0:{"c":["","x?a"]}', '0:["?a"]'])(
    'refuses data that contains it in another form: %s',
    (data) => expect(() => withoutQuery(Buffer.from(data), '/')).toThrow(/for which address/),
  )
})

const pageOf = (pieces: string[]) =>
  `<p>self.__next_f.push([1,&quot;x&quot;])</p><script>(self.__next_f=self.__next_f||[]).push([0])</script>${pieces
    .map(
      (piece) =>
        `<script>self.__next_f.push([1,${JSON.stringify(piece).replaceAll('<', '\\u003c').replaceAll('&', '\\u0026')}])</script>`,
    )
    .join('<hr>')}`

test.each([1, 2, 7, 23, 1000])('only the path is in a page’s data, in pieces of %i characters', (size) => {
  const data = (rest: string) => `1:["<b>&","é👍"]\n${sized}${rest}\n2:[]\n`
  const cut = (whole: string) => whole.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []
  const html = pageWithoutQuery(pageOf(cut(data(root('new-features', '?a=1&b=<2>')))), '/new-features')
  expect(html).not.toMatch(/a=1|b=/)
  expect(html.startsWith('<p>self.__next_f.push([1,&quot;x&quot;])</p>')).toBe(true)
  const pieces = [...html.matchAll(/<script>self\.__next_f\.push\((.*?)\)<\/script>/g)]
  const joined = pieces.map(([, piece]) => (JSON.parse(piece!) as [1, string])[1]).join('')
  expect(joined).toBe(data(clean))
  expect(html.replace(/<\/?(?:script|p|hr)>/g, '')).not.toContain('<')
})

test('a page without an address is refused', () => {
  expect(() => pageWithoutQuery('<p>no data</p>', '/')).toThrow(/for which address/)
  expect(() => pageWithoutQuery(pageOf(['0:{"t":{}}']), '/')).toThrow(/for which address/)
})

const filler = `<p>${'plain '.repeat(1_000)}</p>`

/** What a browser reads in the page’s only paragraph, attribute or script. */
const read = (html: string) => html.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
const run = (script: string) => runInNewContext(script, {}) as unknown
/** Whether V8 stores a string with one byte per character. */
const isNarrow = (text: string) => serialize(text)[2] === '"'.charCodeAt(0)

test.each(['👍', '👩🏽‍🚀', 'שלום', '漢字', '“quoted”', 'e\u0301 \u200d \u202e', 'Ünïcödé 👍', '&amp;👍;'])(
  '%s reads the same in text, attributes and scripts',
  (text) => {
    const script = `[1,${JSON.stringify(`${text}\\${text}`)}].pop()`
    const page = `${filler}<p title="${text}">${text}</p><script type="x">${script}</script>`
    const narrow = escapeWideCharacters(page)
    expect(isNarrow(page)).toBe(false)
    expect(isNarrow(narrow)).toBe(true)
    const [, body, made] = /([^]*)<script type="x">([^]*)<\/script>/.exec(narrow)!
    expect(read(body!)).toBe(`${filler}<p title="${text}">${text}</p>`)
    expect(run(made!)).toBe(`${text}\\${text}`)
    expect(escapeWideCharacters(narrow)).toBe(narrow)
  },
)

test('scripts contain no entities, and texts after them no escapes', () => {
  const page = `${filler}<script>a("→")</script>→<script>b("→")</script><p>→</p>`
  expect(escapeWideCharacters(page)).toBe(
    `${filler}<script>a("\\u2192")</script>&#8594;<script>b("\\u2192")</script><p>&#8594;</p>`,
  )
})

test('one-byte characters stay as they are', () => {
  const page = `${filler}<p>Für „alle“ – ça va</p>`
  expect(escapeWideCharacters(page)).toBe(`${filler}<p>Für &#8222;alle&#8220; &#8211; ça va</p>`)
})

test('a page with many wide characters stays as it is, and so does one with a wide character in a style', () => {
  const japanese = `<p>${'投票'.repeat(500)}</p>`
  expect(escapeWideCharacters(japanese)).toBe(japanese)
  const styled = `${filler}<style>p::before { content: "→" }</style><p>→</p>`
  expect(escapeWideCharacters(styled)).toBe(styled)
})

test('a page made of slices of a wide string is stored narrow', () => {
  const wide = `${filler}→`
  expect(isNarrow(escapeWideCharacters(wide.replace('→', '')))).toBe(true)
})
