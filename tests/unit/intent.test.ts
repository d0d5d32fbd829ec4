import { beforeEach, expect, test, vi } from 'vitest'
import { claimIntent, handOver } from '@/lib/session/browser/intent'

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

test('an intent is given to the first who asks, and to nobody else', () => {
  handOver({ kind: 'vote', id: 7, title: 'Dark mode' }, '/new-features/dark-mode')
  expect(claimIntent()).toMatchObject({ kind: 'vote', id: 7, path: '/new-features/dark-mode' })
  expect(claimIntent()).toBeNull()
})

test('an intent that is older than its link is forgotten', () => {
  vi.useFakeTimers()
  handOver({ kind: 'vote', id: 7 }, '/')
  vi.advanceTimersByTime(25 * 3_600_000)
  expect(claimIntent()).toBeNull()
  expect(kept.size).toBe(0)
})

test('a browser that keeps nothing loses nothing but the intent', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied')
    },
  })
  handOver({ kind: 'vote', id: 7 }, '/')
  expect(claimIntent()).toBeNull()
})
