import { expect, test } from 'vitest'
import { cursorPart, readCursorPart } from '../../lib/post/address'
import { isValidSearch } from '../../lib/post/stored-search'

test.each([
  '/search?q=a%00b',
  '/search?q=a&after=x',
  '/search?q=a&after=%00',
  '/search?q=a&after=[1]',
  '/search?q=a&after=[1,"2"]',
])('%s was never written by this site', (path) => {
  expect(isValidSearch(new URL(path, 'http://x'))).toBe(false)
})

test.each(['/', '/search?q=%ff', '/search?q=a&after=[7.055000, 12]', '/search?q=a&after=', '/?after=x'])(
  '%s may be asked for',
  (path) => {
    expect(isValidSearch(new URL(path, 'http://x'))).toBe(true)
  },
)

test.each(['[5,"2026-11-20T10:00:00+00:00",12]', '["a/b?c#d%41 é 🎉",7]', ''])(
  'the cursor %s survives an address',
  (cursor) => {
    const part = cursorPart(cursor)
    expect(part).toMatch(/^[\w-]*$/)
    expect(readCursorPart(part)).toBe(cursor)
  },
)
