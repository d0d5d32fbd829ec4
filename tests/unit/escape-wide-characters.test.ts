import { serialize } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { escapeWideCharacters } from '../../lib/cache/escape-wide-characters'

const filler = `<p>${'plain '.repeat(1_000)}</p>`

/** What a browser reads in the only paragraph, attribute or script of a page. */
const read = (html: string) => html.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
const run = (script: string) => runInNewContext(script, {}) as unknown
/** Whether V8 keeps a text with one byte for each letter. */
const isNarrow = (text: string) => serialize(text)[2] === '"'.charCodeAt(0)

test.each(['👍', '👩🏽‍🚀', 'שלום', '漢字', '“quoted”', 'e\u0301 \u200d \u202e', 'Ünïcödé 👍', '&amp;👍;'])(
  '%s is read in texts, attributes and scripts as it was written',
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

test('scripts keep no reference, and texts after them no escape', () => {
  const page = `${filler}<script>a("→")</script>→<script>b("→")</script><p>→</p>`
  expect(escapeWideCharacters(page)).toBe(
    `${filler}<script>a("\\u2192")</script>&#8594;<script>b("\\u2192")</script><p>&#8594;</p>`,
  )
})

test('letters of one byte stay as they are', () => {
  const page = `${filler}<p>Für „alle“ – ça va</p>`
  expect(escapeWideCharacters(page)).toBe(`${filler}<p>Für &#8222;alle&#8220; &#8211; ça va</p>`)
})

test('a page of many wide letters stays as it is, and so does one with a wide letter in a style', () => {
  const japanese = `<p>${'投票'.repeat(500)}</p>`
  expect(escapeWideCharacters(japanese)).toBe(japanese)
  const styled = `${filler}<style>p::before { content: "→" }</style><p>→</p>`
  expect(escapeWideCharacters(styled)).toBe(styled)
})

test('a page made of pieces of a wide one is kept narrow', () => {
  const wide = `${filler}→`
  expect(isNarrow(escapeWideCharacters(wide.replace('→', '')))).toBe(true)
})
