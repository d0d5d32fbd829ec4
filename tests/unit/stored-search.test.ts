import { expect, test } from 'vitest'
import { readStoredSearch, storedSearchAddress } from '@/lib/post/stored-search'

const ask = (query: string, now: number) => storedSearchAddress(new URLSearchParams(query), now)
const partOf = (address: string | null) => address!.slice('/search/'.length)

test('a search has a stored page once it was asked twice within half a minute', () => {
  expect(ask('q=dark+mode', 0)).toBeNull()
  expect(ask('q=dark+mode', 29_000)).toMatch(/^\/search\/[\w-]+$/)
  expect(ask('q=dark+mode', 58_000)).not.toBeNull()
  expect(ask('q=dark+mode', 90_000)).toBeNull()
})

test('its address says all that was asked for, in any script', () => {
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

test('only so many are remembered', () => {
  ask('q=first', 0)
  for (let i = 0; i < 1_000; i++) ask(`q=number+${i}`, 1)
  expect(ask('q=first', 2)).toBeNull()
})

test.each(['x', '-', 'W10', 'WyIiLCIiLCIiXQ', 'bnVsbA'])('%j asks for nothing', (part) => {
  expect(readStoredSearch(part)).toBeNull()
})
