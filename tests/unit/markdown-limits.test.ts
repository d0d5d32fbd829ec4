import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { Extension } from 'micromark-util-types'
import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '@/lib/text/markdown'
import { markdownHtml } from '@/lib/text/markdown-html'
import { limitedMarkdown } from '@/lib/text/markdown-limits'
import { plainText } from '@/lib/text/plain-text'
import { generatedText, knownTexts } from '../support/generated-text'
import { testTable } from '../support/test-table'

const longest = 10_000

/** The depth of a text’s HTML. */
function depth(html: string): number {
  let open = 0
  let deepest = 0
  for (const [, end] of html.matchAll(/<(\/?)(?!br|hr|img)[a-z]/g)) {
    open += end ? -1 : 1
    deepest = Math.max(deepest, open)
  }
  return deepest
}

testTable(knownTexts(2_500))('of the known bad texts little is made', (_name, text) => {
  const html = markdownHtml(text, 'https://x.test')
  expect(depth(html)).toBeLessThan(200)
  expect(html.length).toBeLessThan(text.length * 15)
  expect(plainText(text, 500).length).toBeLessThanOrEqual(1_000)
})

test('none of 400 generated texts fails, and nesting and growth are limited', () => {
  for (let seed = 0; seed < 400; seed++) {
    const text = generatedText(seed, 20 + (seed % 20) * 10)
    const html = markdownHtml(text, 'https://x.test')
    expect(depth(html)).toBeLessThan(200)
    expect(html.length).toBeLessThan(text.length * 15 + 100)
  }
}, 120_000)

describe('the limits', () => {
  const footnotes = {
    disable: { null: ['gfmFootnoteCall', 'gfmFootnoteDefinition', 'gfmPotentialFootnoteCall'] },
  }
  const read = (text: string, extensions: Extension[]) =>
    fromMarkdown(text, { extensions, mdastExtensions: [gfmFromMarkdown()] })
  /** Null for a text beyond them. */
  const readLimited = (text: string) => {
    try {
      return read(text, limitedMarkdown(text))
    } catch (error) {
      if (error instanceof RangeError) return null
      throw error
    }
  }

  test('do not change a text that respects them', () => {
    let within = 0
    for (let seed = 0; seed < 150; seed++) {
      const text = generatedText(seed, 150)
      const tree = readLimited(text)
      if (!tree) continue
      within++
      expect(tree).toEqual(read(text, [gfm(), footnotes]))
    }
    expect(within).toBeGreaterThan(120)
  }, 60_000)

  test('allow a long text with every element', () => {
    const part =
      'Some *words* with [a link](https://example.com), `code` and then a **sentence** as long as people write.\n\n' +
      '- one thing to be done soon, please\n- **two** of them\n  - a part\n\n> said by somebody\n\n'
    expect(parseMarkdown(part.repeat(Math.floor(longest / 2 / part.length))).at(-1)).toMatchObject({
      tag: 'blockquote',
    })
    const code = `\`\`\`\n${'const a = b[c] * d_e_f // **\n'.repeat(340)}\`\`\``
    expect(parseMarkdown(code)).toHaveLength(1)
    expect(parseMarkdown('- something to do\n'.repeat(300))).toHaveLength(1)
  })

  test('count every line, whatever ends it', () => {
    for (const end of ['\n', '\r', '\r\n']) {
      expect(readLimited(`a${end}`.repeat(200))).not.toBeNull()
      expect(readLimited(`> - a${end.repeat(48_000)}`)).toBeNull()
      expect(readLimited(`a${end}`.repeat(6_500))).toBeNull()
    }
  })

  test('turn the rest into plain paragraphs', () => {
    expect(parseMarkdown(`${'>'.repeat(2_500)}a\nb`)).toEqual([
      { tag: 'p', children: [`${'>'.repeat(2_500)}a`] },
      { tag: 'p', children: ['b'] },
    ])
  })
})
