import { createStore, useStore } from '@/lib/browser/create-store'
import { seeChangelog } from '@/lib/actions/changelog-reactions'
import { readSession } from '@/lib/session/browser/store'

const keptAs = 'signpost-seen-entries'
const store = createStore(0)

/** Counts how often the changelog was looked at here. */
export const useSeen = (): number => useStore(store, (times) => times)

/** When this browser last showed the changelog; null where it keeps nothing, or never did. */
export function readSeen(): string | null {
  try {
    return localStorage.getItem(keptAs)
  } catch {
    return null
  }
}

/** Every entry counts as seen, in this browser and for the person who is signed in. */
export async function markSeen(newest: string): Promise<void> {
  try {
    localStorage.setItem(keptAs, newest)
  } catch {
    // Then the number stays until the person signs in.
  }
  if (readSession().viewer) await seeChangelog(null).catch(() => {})
  store.write(store.read() + 1)
}
