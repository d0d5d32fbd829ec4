/** Milliseconds until the next page counts as slow, and a bar at the top shows that it is loading. */
const throttle = 200

let waiting: ReturnType<typeof setTimeout> | undefined
// A quick navigation never shows the bar, so most visits don't load it.
let bar: typeof import('./slow-progress') | undefined

/** @param url the target; a navigation within the current page (to a part of it) ends before it begins */
export function startProgress(url: string): void {
  const { pathname, search } = new URL(url, window.location.href)
  if (pathname + search === window.location.pathname + window.location.search) return
  clearTimeout(waiting)
  bar?.stopBar()
  const started = setTimeout(async () => {
    // Without a connection, there is no bar either.
    bar = await import('./slow-progress').catch(() => undefined)
    // Unless the page, or the next navigation, was faster than the bar.
    if (waiting === started) bar?.startBar()
  }, throttle)
  waiting = started
}

export function endProgress(): void {
  clearTimeout(waiting)
  waiting = undefined
  bar?.endBar()
}
