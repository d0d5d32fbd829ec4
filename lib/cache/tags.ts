import 'server-only'
import { deletionTag } from '../cache-tags'
import { clearFallbacks } from '../supabase/fetch-with-fallback'

const maxAge = 24 * 3_600_000
const sweepInterval = 3_600_000
let sweptAt = 0

const expiredAt = new Map<string, number>()
let changes = 0

/** How often something expired here, for what any change makes old. */
export const changeCount = (): number => changes

/** Milliseconds since 1970 with fractions, so that two events within one millisecond have an order. */
export const preciseNow = (): number => performance.timeOrigin + performance.now()

/** Stops serving what this instance began to make before now. By its own clock, so clocks needn't agree. */
export function expireTags(tags: string[]): void {
  const now = preciseNow()
  changes++
  for (const tag of tags) expiredAt.set(tag, now)
  if (tags.includes(deletionTag())) clearFallbacks()
  if (now - sweptAt > sweepInterval) sweep(now)
}

export const lastExpired = (tags: string[]): number =>
  tags.reduce((last, tag) => Math.max(last, expiredAt.get(tag) ?? 0), 0)

export const expiredTags = (): string[] => [...expiredAt.keys()]

function sweep(now: number): void {
  sweptAt = now
  for (const [tag, time] of expiredAt) if (time < now - maxAge) expiredAt.delete(tag)
}
