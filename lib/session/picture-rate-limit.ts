import 'server-only'
import { LRUCache } from 'lru-cache'

const maxCount = 30
/** In milliseconds. */
const period = 10 * 60_000
/** Accounts that are counted. */
const maxAccounts = 10_000

const counts = new LRUCache<string, number>({ max: maxAccounts, ttl: period })

/**
 * Counts a picture that an account sends, whatever becomes of it. Only this process counts: what it protects is its own
 * line of pictures (lib/image/picture-line.ts).
 * @returns whether it may be read
 */
export function countPicture(account: string): boolean {
  const count = (counts.get(account) ?? 0) + 1
  if (count > maxCount) return false
  // The period begins with its first picture.
  counts.set(account, count, { noUpdateTTL: true })
  return true
}
