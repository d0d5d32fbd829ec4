const reloadGuard = 10_000
const guardKey = 'signpost:reloaded-at'
let isOutdated = false
let ownBuild: string | undefined

/** Without fetchJson, whose script may have gone with the old build. */
async function read(address: string): Promise<{ id: string }> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(response.statusText)
  return response.json()
}

/** Until this page's own build is known, no other is new. */
export function setOwnBuild(id: string): void {
  ownBuild = id
}

export async function lookForNewBuild(): Promise<void> {
  if (!ownBuild || isOutdated || document.visibilityState === 'hidden') return
  try {
    const { id } = await read(`/builds/latest.json?${Date.now()}`)
    if (id === ownBuild) return
    await read(`/builds/meta/${id}.json`)
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

/** For a part of the page that can't be loaded: it may have gone with the old build. Drafts survive a reload. */
export async function reloadWhenOutdated(): Promise<void> {
  await lookForNewBuild()
  if (isOutdated && !wasReloadedJustNow()) window.location.reload()
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
