import { beforeEach, expect, test, vi } from 'vitest'
import { forgetDraft, writeDraft } from '@/lib/session/browser/draft'
import { createIdempotencyKeys } from '@/lib/session/browser/idempotency-keys'

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => items.set(key, text),
    removeItem: (key: string) => items.delete(key),
  })
})

test('a key lasts for one content until it has arrived', () => {
  const { keyFor, arrived } = createIdempotencyKeys('a')
  const first = keyFor('Hello')
  expect(keyFor('Hello')).toBe(first)
  const changed = keyFor('Hello there')
  expect(changed).not.toBe(first)
  expect(keyFor('Hello there')).toBe(changed)
  arrived()
  expect(keyFor('Hello there')).not.toBe(changed)
})

test('a key outlives a reload with its draft, and goes with it', () => {
  writeDraft('a', { body: 'Hello' })
  const key = createIdempotencyKeys('a').keyFor('Hello')
  expect(createIdempotencyKeys('a').keyFor('Hello')).toBe(key)
  expect(createIdempotencyKeys('b').keyFor('Hello')).not.toBe(key)
  forgetDraft('a')
  expect(createIdempotencyKeys('a').keyFor('Hello')).not.toBe(key)
})

test('a key lasts where nothing can be kept', () => {
  vi.stubGlobal('localStorage', undefined)
  const { keyFor } = createIdempotencyKeys('a')
  expect(keyFor('Hello')).toBe(keyFor('Hello'))
})
