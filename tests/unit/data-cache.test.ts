import type { CacheEntry } from 'next/cache'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { addressTag, categoryTag, deletionTag } from '../../lib/cache-tags'
import { dataCache } from '../../lib/cache/data-cache'
import { expiredTags, expireTags, preciseNow } from '../../lib/cache/tags'
import { readFallback, storeFallback } from '../../lib/supabase/fetch-with-fallback'

describe('data cache', () => {
  afterEach(() => vi.restoreAllMocks())

  const streamOf = (text: string) => new Response(text).body!
  const result = (text: string, tags: string[] = []): CacheEntry => ({
    value: streamOf(text),
    tags,
    stale: 30,
    revalidate: 30,
    expire: 300,
    timestamp: preciseNow(),
  })
  const keep = (key: string, entry: CacheEntry) => dataCache.set(key, Promise.resolve(entry))
  async function read(key: string): Promise<string | null> {
    const entry = await dataCache.get(key, [])
    return entry ? new Response(entry.value).text() : null
  }

  test('a result is shared by all who ask for it', async () => {
    await keep('a', result('words'))
    expect([await read('a'), await read('a')]).toEqual(['words', 'words'])
    expect(await read('b')).toBeNull()
  })

  test('callers wait for a result that is being computed', async () => {
    const { promise, resolve } = Promise.withResolvers<CacheEntry>()
    const kept = dataCache.set('slow', promise)
    const asked = read('slow')
    resolve(result('words'))
    await kept
    expect(await asked).toBe('words')
  })

  test('a result begun before one of its tags changed is not used', async () => {
    const before = result('old', ['post:1', 'board'])
    expireTags(['post:1'])
    await keep('tagged', before)
    expect(await read('tagged')).toBeNull()
    await keep('tagged', result('new', ['post:1']))
    expireTags(['post:2'])
    expect(await read('tagged')).toBe('new')
  })

  test('Next learns when the tags of a path last changed', async () => {
    const before = preciseNow()
    expireTags(['_N_T_/layout'])
    expect(await dataCache.getExpiration(['never', '_N_T_/layout'])).toBeGreaterThan(before)
    expect(await dataCache.getExpiration(['never'])).toBe(0)
  })

  test('an expired result is not used', async () => {
    await keep('due', result('words'))
    const now = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(now + 31_000)
    expect(await read('due')).toBeNull()
  })

  test('results that expire at once, break off or fail are not kept, and no one waits for them', async () => {
    await keep('dynamic', { ...result('words'), expire: 0 })
    const value = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error('gone')),
    })
    await keep('broken', { ...result(''), value })
    await dataCache.set('failed', Promise.reject(new Error('gone')))
    for (const key of ['dynamic', 'broken', 'failed']) expect(await read(key)).toBeNull()
  })

  test('a result larger than the cache evicts nothing', async () => {
    await keep('small', result('words'))
    await keep('huge', result('x'.repeat(17 * 1024 * 1024)))
    expect([await read('small'), await read('huge')]).toEqual(['words', null])
  })
})

test('a tag is ASCII and at most 256 characters long, as Next requires', () => {
  for (const tag of [
    addressTag('bugs', '한'.repeat(80)),
    addressTag('é'.repeat(300), 'a'),
    categoryTag('é'.repeat(300)),
  ]) {
    expect(tag).toMatch(/^[!-~]{256}$/)
  }
  expect(addressTag('bugs', 'dark-mode')).toBe('address:bugs/dark-mode')
})

test('something deleted on another instance does not come back in an outage', () => {
  storeFallback('question', { status: 200, headers: [], body: 'words' })
  expireTags(['post:1'])
  expect(readFallback('question')).not.toBeNull()
  expireTags(['post:1', deletionTag()])
  expect(readFallback('question')).toBeNull()
})

test('a tag is forgotten once nothing older than its change can be served', () => {
  const now = vi.spyOn(performance, 'now')
  const hour = 3_600_000
  now.mockReturnValue(100 * hour)
  expireTags(['old'])
  now.mockReturnValue(123 * hour)
  expireTags(['newer'])
  expect(expiredTags()).toContain('old')
  now.mockReturnValue(125 * hour)
  expireTags(['newest'])
  expect(expiredTags().filter((tag) => /old|new/.test(tag))).toEqual(['newer', 'newest'])
  now.mockRestore()
})
