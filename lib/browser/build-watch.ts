import { fetchJson } from './fetch-json'

const reloadGuard = 10_000
const guardKey = 'signpost:reloaded-at'
let isOutdated = false

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

/** Makes the next navigation a full load once the page is outdated, so that old pages never mix with new code. */
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
    // Without storage, nothing stops repeated reloads.
  }
  return false
}
