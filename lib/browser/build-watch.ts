import { fetchJson } from './fetch-json'

const reloadGuard = 10_000
const guardKey = 'signpost:reloaded-at'
let isOutdated = false

/** Checks whether the server has a newer build than this page. A failed request is only logged. */
export async function lookForNewBuild(buildId: string): Promise<void> {
  if (isOutdated || document.visibilityState === 'hidden') return
  try {
    const latest = await fetchJson<{ id: string }>(`/builds/latest.json?${Date.now()}`)
    if (latest.id === buildId) return
    await fetchJson(`/builds/meta/${latest.id}.json`)
    isOutdated = true
  } catch (error) {
    console.warn('The latest build could not be read.', error)
  }
}

/**
 * Makes the next navigation a full load once the page is outdated, so that old pages never mix with new code. Not while
 * someone is typing (search navigates as they type), and not twice within ten seconds.
 */
export function loadFullyWhenOutdated(url: string): void {
  if (!isOutdated || document.activeElement?.matches('input, textarea') || wasReloadedJustNow()) return
  window.location.assign(url)
}

/** Prevents reload loops while requests alternate between old and new servers. */
function wasReloadedJustNow(): boolean {
  try {
    const last = Number(sessionStorage.getItem(guardKey) ?? 0)
    if (Date.now() - last < reloadGuard) return true
    sessionStorage.setItem(guardKey, String(Date.now()))
  } catch {
    // Without storage, there is no such protection.
  }
  return false
}
