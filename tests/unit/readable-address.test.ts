import { expect, test } from 'vitest'
import { cursorPart, readCursorPart } from '../../lib/post/cursor-part'
import { isReadableAddress } from '../../lib/post/readable-address'
import { config } from '../../middleware'

const malformed = [
  '/a/%ff',
  '/%',
  '/a/%zz',
  '/new-features/%E0%A4%A',
  '/x/%c0%af',
  '/x/%ed%a0%80',
  '/x/%f4%90%80%80',
  '/a/%00',
  '/a%00b/c',
  '/a%00b/c/feed.xml',
  '/a/%25',
  '/a/%2573',
]
const wellFormed = [
  '/',
  '/a/b',
  '/a/%01',
  '/a/%10',
  '/a/%2F',
  '/a/한국어',
  '/a/हिन्दी',
  '/a/暗色模式',
  '/a/é',
  '/a/🎉',
]

test.each([
  ...malformed,
  '/search?q=a%00b',
  '/search?q=a&after=x',
  '/search?q=a&after=%00',
  '/search?q=a&after=[1]',
  '/search?q=a&after=[1,"2"]',
])('%s was never written by this site', (path) => {
  expect(isReadableAddress(new URL(path, 'http://x'))).toBe(false)
})

test.each([
  ...wellFormed,
  '/search?q=%ff',
  '/search?q=a&after=[7.055000, 12]',
  '/search?q=a&after=',
  '/?after=x',
])('%s may be asked for', (path) => {
  expect(isReadableAddress(new URL(path, 'http://x'))).toBe(true)
})

test('of well-formed addresses the matcher of the malformed takes none, so that they stay files', () => {
  const [source] = config.matcher
    .filter((entry) => typeof entry === 'string')
    .filter((entry) => entry.includes('[^%]'))
  const matches = (path: string) => new RegExp(`^${source}$`).test(new URL(path, 'http://x').pathname)
  expect(malformed.map(matches)).toEqual(malformed.map(() => true))
  expect(wellFormed.map(matches)).toEqual(wellFormed.map(() => false))
})

test.each(['[5,"2026-11-20T10:00:00+00:00",12]', '["a/b?c#d%41 é 🎉",7]', ''])(
  'the cursor %s survives an address',
  (cursor) => {
    const part = cursorPart(cursor)
    expect(part).toMatch(/^[\w-]*$/)
    expect(readCursorPart(part)).toBe(cursor)
  },
)
