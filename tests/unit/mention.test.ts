import { expect, test } from 'vitest'
import { findMention, mentionedIn } from '../../lib/text/mention'

test.each([
  ['@', 1, 0, ''],
  ['Hello @Ro', 9, 6, 'Ro'],
  ['(@Robin Te', 10, 1, 'Robin Te'],
  ['one\n@Ö', 6, 4, 'Ö'],
  ['@Ann and @Bo', 12, 9, 'Bo'],
  ['@Robin later', 3, 0, 'Ro'],
])('%j with the cursor at %i types a name', (text, cursor, start, typed) => {
  expect(findMention(text, cursor)).toEqual({ start, typed })
})

test.each([
  ['', 0],
  ['no name', 7],
  ['me@example.com', 14],
  ['@ space', 7],
  ['@Robin\nnext line', 16],
  ['@a name of very many words', 26],
  [`@${'a'.repeat(70)}`, 71],
  ['@Robin', 0],
])('%j with the cursor at %i types none', (text, cursor) => {
  expect(findMention(text, cursor)).toBeNull()
})

test('looks for a name at the end of a long text in no time', () => {
  const text = '@'.repeat(2_500)
  const start = performance.now()
  for (let round = 0; round < 1_000; round++) findMention(text, text.length)
  expect(performance.now() - start).toBeLessThan(5_000)
})

const ann = { id: 'a', name: 'Ann' }
const robin = { id: 'r1', name: 'Robin' }
const otherRobin = { id: 'r2', name: 'Robin' }

test.each([
  ['a name that still stands there', '@Ann, yes', [ann], ['a']],
  ['a name that was taken out again', 'yes', [ann], []],
  [
    'one of two people with the same name: the one chosen last',
    'as @Robin says',
    [robin, otherRobin],
    ['r2'],
  ],
  ['both where the name stands twice', '@Robin and @Robin', [robin, otherRobin], ['r1', 'r2']],
  ['somebody chosen twice', '@Ann and @Ann', [ann, ann], ['a']],
  ['nobody whose name was only typed', '@Ann and @Robin', [ann], ['a']],
])('calls %s', (_, text, chosen, ids) => {
  expect(mentionedIn(text, chosen)).toEqual(ids)
})
