import { expect, test, vi } from 'vitest'
import { parseMarkdown } from '../../lib/text/markdown'
import { markdownHtml } from '../../lib/text/markdown-html'

vi.mock('hast-util-sanitize', async (original) => {
  const { sanitize } = await original<typeof import('hast-util-sanitize')>()
  return {
    sanitize: (...given: Parameters<typeof sanitize>) => {
      if (JSON.stringify(given[0]).includes('breaks'))
        throw new RangeError('Maximum call stack size exceeded')
      return sanitize(...given)
    },
  }
})

test('a text that breaks its conversion is shown as it was written, and no other one is', () => {
  const broken = 'It *breaks*\n<here>'
  expect(parseMarkdown(broken)).toEqual([
    { tag: 'p', children: ['It *breaks*'] },
    { tag: 'p', children: ['<here>'] },
  ])
  expect(markdownHtml(broken, 'https://x.test')).toBe('<p>It *breaks*</p><p>&#x3C;here></p>')
  expect(markdownHtml('It *holds*', 'https://x.test')).toBe('<p>It <em>holds</em></p>')
})
