import { describe, expect, test } from 'vitest'
import { authorName, cleanLine, cleanText, shorten } from '../../lib/transfer/import/text.ts'
import { personId } from '../../lib/transfer/import/people.ts'

describe('text that is too long', () => {
  test.each([
    ['short enough', 12, 'short enough'],
    ['one two three', 10, 'one two…'],
    ['one two three', 8, 'one two…'],
    ['uninterrupted', 6, 'unint…'],
    ['a verylongword', 8, 'a veryl…'],
    ['🦊🦊🦊🦊', 3, '🦊🦊…'],
    ['ab👩‍👩‍👧cd', 5, 'ab…'],
    ['abe\u0301fg', 4, 'ab…'],
  ])('%s in %i code points', (text, most, expected) => {
    expect(shorten(text, most)).toBe(expected)
  })

  test('is cut even if far too long', () => {
    const text = shorten('word '.repeat(50_000), 10_000)
    expect(Array.from(text).length).toBeLessThanOrEqual(10_000)
    expect(text.endsWith('word…')).toBe(true)
  })
})

test('a line has single spaces and no characters that hide or reverse text', () => {
  expect(cleanLine(' a\t\r\n b\u00a0\u200b\u202ec\0 ')).toBe('a b c')
  expect(cleanLine('e\u0301')).toBe('é')
})

test('a text keeps its lines', () => {
  expect(cleanText('a\r\n\r\n\tb\rc \u0007\n\n')).toBe('a\n\n\tb\nc')
})

test.each([
  ['user-1', 'User 1'],
  ['user-0042', 'User 42'],
  ['Ada Example', 'Ada Example'],
  ['ada@example.com', 'ada'],
  ['Ada Lovelace <ada@example.com>', 'Ada Lovelace'],
  ['Ada (ada@example.com)', 'Ada'],
  ['<ada@example.com>', 'ada'],
  ['ada@example.com, grace@example.com', 'ada'],
  ['\u200b', 'User'],
  ['x'.repeat(90), `${'x'.repeat(79)}…`],
])('the author %s is shown as %s', (author, name) => {
  expect(authorName(author)).toBe(name)
})

test('a person known by name is the same everywhere, one with an id within a source', () => {
  const named = { id: null, name: 'user-1' }
  const numbered = { id: '7', name: 'user-1' }
  expect(personId(named, 'a')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect(personId(named, 'a')).toBe(personId(named, 'b'))
  expect(personId(numbered, 'a')).toBe(personId({ ...numbered, name: 'Renamed' }, 'a'))
  expect(personId(numbered, 'a')).not.toBe(personId(numbered, 'b'))
  expect(personId(named, 'a')).not.toBe(personId({ id: null, name: 'user-2' }, 'a'))
})
