import { beforeEach, expect, test, vi } from 'vitest'
import { claimIntent, handOver, ownerOf } from '@/lib/session/browser/intent'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.useRealTimers()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})

const hours = 3_600_000
const minutes = 60_000

test('an intent is given to the first who asks, and to nobody else', async () => {
  const owner = await ownerOf({ email: 'anna@example.com' })
  handOver({ kind: 'vote', id: 7, title: 'Dark mode' }, '/new-features/dark-mode', owner!)
  expect(claimIntent()).toMatchObject({ kind: 'vote', id: 7, path: '/new-features/dark-mode' })
  expect(claimIntent()).toBeNull()
})

test('an intent says for whom it waits, without the address', async () => {
  const owner = await ownerOf({ email: ' Anna@Example.com' })
  handOver({ kind: 'vote', id: 7 }, '/', owner!)
  expect([...kept.values()].join()).not.toMatch(/anna/i)
  const claimed = claimIntent()
  expect(claimed?.owner).toBe(await ownerOf({ email: 'anna@example.com' }))
  expect(claimed?.owner).not.toBe(await ownerOf({ email: 'ben@example.com' }))
})

test.each([
  ['the mail', { email: 'anna@example.com' }, 23 * hours, 25 * hours],
  ['a sign-in at another site', { start: 'abc' }, 14 * minutes, 16 * minutes],
])('an intent is forgotten when %s that it waits for is too old', async (_, by, soon, late) => {
  const owner = await ownerOf(by)
  vi.useFakeTimers()
  handOver({ kind: 'vote', id: 7 }, '/', owner!)
  vi.advanceTimersByTime(soon)
  expect(claimIntent()).not.toBeNull()
  handOver({ kind: 'vote', id: 7 }, '/', owner!)
  vi.advanceTimersByTime(late)
  expect(claimIntent()).toBeNull()
  expect(kept.size).toBe(0)
})

test('an intent of which nobody knows whose it is does not count', () => {
  kept.set('signpost-intent', JSON.stringify({ kind: 'vote', id: 7, path: '/', until: Date.now() + hours }))
  expect(claimIntent()).toBeNull()
})

test('where a browser cannot hash, an intent waits for nobody', async () => {
  vi.stubGlobal('crypto', {})
  expect(await ownerOf({ email: 'anna@example.com' })).toBeNull()
  vi.unstubAllGlobals()
})

test('a browser that keeps nothing loses nothing but the intent', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied')
    },
  })
  handOver({ kind: 'vote', id: 7 }, '/', 'start:abc')
  expect(claimIntent()).toBeNull()
})
