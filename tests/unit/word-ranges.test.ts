import { expect, test } from 'vitest'
import { wordRanges } from '../../lib/text/word-ranges.ts'

test.each([
  ['dar', 'Dark mode, not solar', ['Dark']],
  ['export votes', '👍 Exports: vote, votes', ['Exports', 'votes']],
  ['cafe\u0301', 'Cafe\u0301s', ['Cafe\u0301s']],
  ['設定', '設定を変更', ['設定']],
  ['*', 'Dark * mode', []],
])('the search "%s" highlights whole words in "%s"', (query, text, marked) => {
  const letters = Array.from(text)
  const shown = wordRanges(query, text).map(([start, length]) =>
    letters.slice(start, start + length).join(''),
  )
  expect(shown).toEqual(marked)
})
