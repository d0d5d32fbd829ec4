import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cursorPart, readCursorPart } from '../../lib/post/cursor-part'
import { readPostAddress } from '../../lib/post/address'
import { isValidSearch } from '../../lib/post/stored-search'
import { projectRoot } from '../../supabase/local/backend'
import { readStoredSearch, storedSearchAddress } from '@/lib/post/stored-search'

test.each([
  ['dark-mode', 'dark-mode'],
  ['%E3%83%80%E3%83%BC%E3%82%AF', 'ダーク'],
  ['ダーク', 'ダーク'],
  ['cafe%CC%81', 'café'],
  ['%F0%9F%8E%89'.repeat(18), '🎉'.repeat(18)],
])('of the slug %s a post is looked for by %s', (encoded, slug) => {
  expect(readPostAddress({ category: 'new-features', slug: encoded })).toEqual({
    category: 'new-features',
    slug,
  })
})

test.each([
  ['new-features', '%ff'],
  ['new-features', 'a%00b'],
  ['new-features', '%E3%81%82'.repeat(900)],
  ['new-features', 'あ'.repeat(900)],
  ['new-features', '\u0301'.repeat(1_400)],
  ['\u0301'.repeat(2_000), 'x'],
  ['New', 'x'],
  ['a'.repeat(61), 'x'],
  ['', 'x'],
])('no post is looked for at %s/%s', (category, slug) => {
  expect(readPostAddress({ category, slug })).toBeNull()
})

test.each(['["Ünïcode 暗色 🎉", 12]', '[1.5e-7, 3]', '[]', '["a", 1]', '["ab", 1]'])(
  '%s round-trips',
  (cursor) => {
    expect(cursorPart(cursor)).toMatch(/^[\w-]+$/)
    expect(readCursorPart(cursorPart(cursor))).toBe(cursor)
  },
)

test('text that no list produced is not a cursor', () => {
  for (const part of ['zzz', 'a', '%', 'x'.repeat(2_001)]) expect(readCursorPart(part)).not.toMatch(/^\[/)
})

test('it needs no Buffer polyfill in the browser', () => {
  expect(readFileSync(join(projectRoot, 'lib/post/address.ts'), 'utf8')).not.toMatch(/\bBuffer\./)
})

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
  '%s is accepted',
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

const ask = (query: string, now: number) => storedSearchAddress(new URLSearchParams(query), now)
const partOf = (address: string | null) => address!.slice('/search/'.length)

test('a search gets a stored page after it was requested twice within half a minute', () => {
  expect(ask('q=dark+mode', 0)).toBeNull()
  expect(ask('q=dark+mode', 29_000)).toMatch(/^\/search\/[\w-]+$/)
  expect(ask('q=dark+mode', 58_000)).not.toBeNull()
  expect(ask('q=dark+mode', 90_000)).toBeNull()
})

test('its address contains the whole query, in any script', () => {
  ask('q= 暗色模式/🎉 &category=bugs&after=[1,2]', 0)
  const address = ask('q=暗色模式/🎉&category=bugs&after=[1,2]', 1)
  expect(readStoredSearch(partOf(address))).toEqual({
    query: '暗色模式/🎉',
    category: 'bugs',
    cursor: '[1,2]',
  })
})

test.each(['', 'q=', 'q=+', 'q=dark&auth=sign-in', `q=${'long '.repeat(80)}`])('%j has none', (query) => {
  ask(query, 0)
  expect(ask(query, 1)).toBeNull()
})

test('the number of remembered searches is limited', () => {
  ask('q=first', 0)
  for (let i = 0; i < 1_000; i++) ask(`q=number+${i}`, 1)
  expect(ask('q=first', 2)).toBeNull()
})

test.each(['x', '-', 'W10', 'WyIiLCIiLCIiXQ', 'bnVsbA'])('%j is an empty search', (part) => {
  expect(readStoredSearch(part)).toBeNull()
})
