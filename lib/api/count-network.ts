import 'server-only'
import { LRUCache } from 'lru-cache'
import { countApiNetwork } from '../session/with-secret-key'

/** Requests left (negative: refused), and seconds until the count restarts. */
export type Counted = { max_count: number; remaining: number; reset: number; seconds: number }

/** How many requests of an address are counted at once, so that most of them need no query. */
const batch = 10
type Batch = { counted: Counted; unused: number; endsAt: number }

const batches = new LRUCache<string, Promise<Batch | null>>({ max: 10_000 })

async function countBatch(address: string): Promise<Batch | null> {
  const counted = (await countApiNetwork(address, batch)) as Counted | null
  return counted && { counted, unused: batch, endsAt: Date.now() + counted.reset * 1000 }
}

/** Null if that isn't possible. A refused address isn't counted again before its limit restarts. */
export async function countNetwork(address: string): Promise<Counted | null> {
  const pending = batches.get(address) ?? countBatch(address)
  batches.set(address, pending)
  const counts = await pending
  if (!counts) {
    batches.delete(address)
    return null
  }
  const left = counts.counted.remaining + counts.unused
  const seconds = Math.ceil((counts.endsAt - Date.now()) / 1000)
  if (seconds > 0 && (counts.unused > 0 || left <= 0)) {
    counts.unused = Math.max(0, counts.unused - 1)
    return { ...counts.counted, remaining: Math.max(-1, left - 1), reset: seconds }
  }
  // Of all requests that find the batch used up, the first one counts the next batch.
  if (batches.get(address) === pending) batches.delete(address)
  return countNetwork(address)
}
