import 'server-only'
import { LRUCache } from 'lru-cache'

const maxCount = 30
/** The period in milliseconds. */
const period = 10 * 60_000
const maxAccounts = 10_000

const counts = new LRUCache<string, number>({ max: maxAccounts, ttl: period })

/** Only this process counts, because it protects its own image queue (lib/image/picture-queue.ts). */
export function countPicture(account: string): boolean {
  const count = (counts.get(account) ?? 0) + 1
  if (count > maxCount) return false
  // A period begins with its first image.
  counts.set(account, count, { noUpdateTTL: true })
  return true
}
