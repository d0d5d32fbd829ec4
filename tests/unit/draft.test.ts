import { beforeEach, describe, expect, test, vi } from 'vitest'
import { writeDraft } from '@/lib/session/browser/draft'
import { forgetDraft } from '@/lib/session/browser/forget-draft'
import { createIdempotencyKeys } from '@/lib/session/browser/idempotency-keys'

describe('draft', () => {
  const kept = new Map<string, string>()

  /** Opens a new page on this device for an account or a visitor. */
  async function openAs(id: string | null) {
    vi.resetModules()
    const { changeSession } = await import('../../lib/session/browser/store')
    changeSession(
      id
        ? { status: 'signed-in', viewer: { id, role: null } as never }
        : { status: 'signed-out', viewer: null },
    )
    const draft = await import('../../lib/session/browser/draft')
    return { ...draft, ...(await import('../../lib/session/browser/forget-draft')) }
  }

  beforeEach(() => {
    kept.clear()
    vi.stubGlobal('document', { documentElement: { dataset: {} } })
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
  })

  test('a draft is restored for the account that wrote it, and for no other on this device', async () => {
    const anna = await openAs('anna')
    anna.writeDraft('comment', 'Between us')
    expect((await openAs('anna')).readDraft('comment')).toBe('Between us')
    expect((await openAs('ben')).readDraft('comment')).toBeNull()
    expect((await openAs(null)).readDraft('comment')).toBeNull()
  })

  test('sending or discarding with another account leaves it alone', async () => {
    ;(await openAs('anna')).writeDraft('comment', 'Between us')
    const ben = await openAs('ben')
    ben.writeDraft('comment', 'Mine')
    ben.forgetDraft('comment')
    expect((await openAs('anna')).readDraft('comment')).toBe('Between us')
  })

  test('a visitor’s draft moves to the account that signs in, and then to no other', async () => {
    ;(await openAs(null)).writeDraft('post', { title: 'An idea' })
    const anna = await openAs('anna')
    expect(anna.readDraft('post')).toEqual({ title: 'An idea' })
    anna.writeDraft('post', { title: 'An idea, longer' })
    expect((await openAs('ben')).readDraft('post')).toBeNull()
    expect((await openAs(null)).readDraft('post')).toBeNull()
  })

  test('drafts with different names do not mix', async () => {
    const { writeDraft, readDraft } = await openAs('anna')
    writeDraft('post', 'A post')
    expect(readDraft('comment')).toBeNull()
  })
})

describe('idempotency keys', () => {
  beforeEach(() => {
    const items = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, text: string) => items.set(key, text),
      removeItem: (key: string) => items.delete(key),
    })
  })

  test('a key stays the same for one text until it has arrived', () => {
    const { keyFor, arrived } = createIdempotencyKeys('a')
    const first = keyFor('Hello')
    expect(keyFor('Hello')).toBe(first)
    const changed = keyFor('Hello there')
    expect(changed).not.toBe(first)
    expect(keyFor('Hello there')).toBe(changed)
    arrived()
    expect(keyFor('Hello there')).not.toBe(changed)
  })

  test('a key survives a reload with its draft, and goes with it', () => {
    writeDraft('a', { body: 'Hello' })
    const key = createIdempotencyKeys('a').keyFor('Hello')
    expect(createIdempotencyKeys('a').keyFor('Hello')).toBe(key)
    expect(createIdempotencyKeys('b').keyFor('Hello')).not.toBe(key)
    forgetDraft('a')
    expect(createIdempotencyKeys('a').keyFor('Hello')).not.toBe(key)
  })

  test('a key survives where nothing can be stored', () => {
    vi.stubGlobal('localStorage', undefined)
    const { keyFor } = createIdempotencyKeys('a')
    expect(keyFor('Hello')).toBe(keyFor('Hello'))
  })
})
