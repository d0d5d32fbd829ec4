import 'server-only'
import { deletionTag } from '../cache-tags'
import { clearFallbacks } from '../supabase/fetch-with-fallback'

/** Milliseconds after which nothing that was stored before is served any more, whatever its tags. */
const maxAge = 24 * 3_600_000
const sweepInterval = 3_600_000
let sweptAt = 0

/** When each tag last changed. */
const expiredAt = new Map<string, number>()

/** Milliseconds since 1970 with fractions, so that two events within one millisecond have an order. */
export const preciseNow = (): number => performance.timeOrigin + performance.now()

/**
 * Stops serving anything with one of these tags that this instance began to make before now. Uses this instance's own
 * clock, so clocks needn't agree: whatever begins after a change was received sees the change.
 */
export function expireTags(tags: string[]): void {
  const now = preciseNow()
  for (const tag of tags) expiredAt.set(tag, now)
  if (tags.includes(deletionTag())) clearFallbacks()
  if (now - sweptAt > sweepInterval) sweep(now)
}

/** When the last of these tags changed; 0 if none did. */
export const lastExpired = (tags: string[]): number =>
  tags.reduce((last, tag) => Math.max(last, expiredAt.get(tag) ?? 0), 0)

/** The number of tags whose changes are remembered. */
export const expiredTags = (): string[] => [...expiredAt.keys()]

function sweep(now: number): void {
  sweptAt = now
  for (const [tag, time] of expiredAt) if (time < now - maxAge) expiredAt.delete(tag)
}
