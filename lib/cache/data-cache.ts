import 'server-only'
import { LRUCache } from 'lru-cache'
import type { CacheEntry, CacheHandler } from 'next/cache'
import { lastExpired, preciseNow } from './tags'

/** Total size of all results in bytes. The least recently used are removed first. */
const maxSize = 16 * 1024 * 1024

type Stored = { entry: Omit<CacheEntry, 'value'>; bytes: Uint8Array }

const results = new LRUCache<string, Stored>({
  maxSize,
  sizeCalculation: ({ bytes }, key) => bytes.length + key.length,
})
const pending = new Map<string, Promise<void>>()

export const dataCache: Pick<CacheHandler, 'get' | 'set' | 'getExpiration'> = {
  async get(key) {
    await pending.get(key)
    const stored = results.get(key)
    if (!stored) return undefined
    const { entry, bytes } = stored
    // As in Next's own store, stale results aren't served: the page that shows them already does that.
    const isDue = preciseNow() > entry.timestamp + entry.revalidate * 1000
    if (isDue || lastExpired(entry.tags) >= entry.timestamp) return undefined
    return { ...entry, value: streamOf(bytes) }
  },

  async set(key, pendingEntry) {
    const storing = store(key, pendingEntry)
    pending.set(key, storing)
    await storing
    if (pending.get(key) === storing) pending.delete(key)
  },

  getExpiration: (tags) => Promise.resolve(lastExpired(tags)),
}

async function store(key: string, pendingEntry: Promise<CacheEntry>): Promise<void> {
  try {
    const { value, ...entry } = await pendingEntry
    const bytes = new Uint8Array(await new Response(value).arrayBuffer())
    // Next recomputes what expires immediately on each request.
    if (entry.expire > 0) results.set(key, { entry, bytes })
  } catch {
    // An incomplete result is returned as an error and not stored.
  }
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
}
