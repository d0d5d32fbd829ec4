import { createStore, useStore } from '@/lib/browser/create-store'
import { seeChangelog } from '@/lib/actions/changelog-reactions'
import { readSession } from '@/lib/session/browser/store'

const keptAs = 'signpost-seen-entries'
const store = createStore(0)

/** How often the changelog was opened in this frame. */
export const useSeen = (): number => useStore(store, (times) => times)

/** When this browser last showed the changelog. Null if it never did, or if storage is blocked. */
export function readSeen(): string | null {
  try {
    return localStorage.getItem(keptAs)
  } catch {
    return null
  }
}

export async function markSeen(newest: string): Promise<void> {
  try {
    localStorage.setItem(keptAs, newest)
  } catch {
    // Storage is blocked, so visitors keep seeing the unread number.
  }
  if (readSession().viewer) await seeChangelog(null).catch(() => {})
  store.write(store.read() + 1)
}
