import { expect, test } from 'vitest'
import { linkMentions } from '../../lib/post/link-mentions.ts'
import { parseMarkdown } from '../../lib/text/markdown.ts'

const ann = { id: 'a', name: 'Ann' }
const long = { id: 'b', name: 'Ann (Support+)' }

/** The text with each link as [text](address). */
const read = (markdown: string, people = [ann, long]) =>
  JSON.stringify(linkMentions(parseMarkdown(markdown), people)).replaceAll(
    /\{"tag":"a","href":"([^"]*)","children":\["([^"]*)"\]\}/g,
    '[$2]($1)',
  )

test('a mention leads to the person’s page, the longest name first', () => {
  expect(read('Hi @Ann, and **@Ann (Support+)**')).toBe(
    '[{"tag":"p","children":["Hi ",[@Ann](/people/a),", and ",{"tag":"strong","children":[[@Ann (Support+)](/people/b)]}]}]',
  )
})

test('only a whole name after an "@" that starts a word is a mention, and not in code or links', () => {
  for (const text of ['me@Ann', '@Annabel', 'Ann', '`@Ann`', '[@Ann](https://example.com)', '@ann'])
    expect(read(text)).not.toContain('/people/')
})

test('a name that two mentioned people have stays text', () => {
  expect(read('@Ann', [ann, { id: 'c', name: 'Ann' }])).not.toContain('/people/')
  expect(read('@Ann', [])).not.toContain('/people/')
})
