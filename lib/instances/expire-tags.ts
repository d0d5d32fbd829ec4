import 'server-only'
import { tagsManifest } from 'next/dist/server/lib/incremental-cache/tags-manifest.external.js'
import { deletionTag } from '../cache-tags'
import { forgetAnswers } from '../supabase/last-answers'

/** Milliseconds after which nothing that was stored before is served any more, whatever its tags. */
const longest = 24 * 3_600_000
const sweepEvery = 3_600_000
let sweptAt = 0

/**
 * From now on whatever this instance began to make before is made anew when it has one of these tags. The time is this
 * instance's own, which needs no clocks that agree: what is begun after a change was heard of sees the change.
 */
export function expireTags(tags: string[]): void {
  const expired = performance.timeOrigin + performance.now()
  for (const tag of tags) tagsManifest.set(tag, { ...tagsManifest.get(tag), expired })
  if (tags.includes(deletionTag())) forgetAnswers()
  if (expired - sweptAt > sweepEvery) sweep(expired)
}

/** Next keeps every tag that ever changed. */
function sweep(now: number): void {
  sweptAt = now
  for (const [tag, { stale = 0, expired = 0 }] of tagsManifest) {
    if (Math.max(stale, expired) < now - longest) tagsManifest.delete(tag)
  }
}
