import 'server-only'
import { deletionTag } from '../cache-tags'
import { clearFallbacks } from '../supabase/fetch-with-fallback'

/** Milliseconds after which nothing that was stored before is served any more, whatever its tags. */
const maxAge = 24 * 3_600_000
const sweepInterval = 3_600_000
let sweptAt = 0

/** When each tag last changed. */
const expiredAt = new Map<string, number>()

/** Milliseconds since 1970 and fractions of them: two things within one millisecond have an order. */
export const preciseNow = (): number => performance.timeOrigin + performance.now()

/**
 * From now on nothing with one of these tags is served that this instance began to make before. The time is this
 * instance's own, so clocks need not agree: what begins after a change was heard of sees the change.
 */
export function expireTags(tags: string[]): void {
  const now = preciseNow()
  for (const tag of tags) expiredAt.set(tag, now)
  if (tags.includes(deletionTag())) clearFallbacks()
  if (now - sweptAt > sweepInterval) sweep(now)
}

/** When the last of these tags changed; 0 where none did. */
export const lastExpired = (tags: string[]): number =>
  tags.reduce((last, tag) => Math.max(last, expiredAt.get(tag) ?? 0), 0)

/** Tags whose change is remembered. */
export const expiredTags = (): string[] => [...expiredAt.keys()]

function sweep(now: number): void {
  sweptAt = now
  for (const [tag, time] of expiredAt) if (time < now - maxAge) expiredAt.delete(tag)
}
