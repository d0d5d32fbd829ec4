/** The bar at the top of the page while the next one loads. Times in milliseconds. */
const throttle = 200
const duration = 2000
const hideDelay = 500
const resetDelay = 400

let waiting: ReturnType<typeof setTimeout> | undefined
let ticking: ReturnType<typeof setInterval> | undefined
let hiding: ReturnType<typeof setTimeout> | undefined

// A quick navigation never shows the bar, so most visits don't load it.
const loadBar = async () => {
  const { default: bar } = await import('nprogress')
  return bar.configure({
    showSpinner: false,
    trickle: false,
    speed: resetDelay,
    barSelector: '.bar',
    template: '<div class="bar" aria-hidden="true"></div>',
  })
}

/** @param url the target; a navigation within the current page (to a part of it) ends before it begins */
export function startProgress(url: string): void {
  const { pathname, search } = new URL(url, window.location.href)
  if (pathname + search === window.location.pathname + window.location.search) return
  stopTimers()
  const started = setTimeout(async () => {
    const bar = await loadBar()
    // The page, or the next navigation, was faster than the bar.
    if (waiting !== started) return
    const startedAt = Date.now()
    bar.start()
    ticking = setInterval(() => bar.set(Math.min(0.95, (Date.now() - startedAt) / duration)), 100)
  }, throttle)
  waiting = started
}

export async function endProgress(): Promise<void> {
  const wasShown = ticking !== undefined
  stopTimers()
  if (!wasShown) return
  const bar = await loadBar()
  bar.set(0.9999)
  // nprogress fades with its own speed, so that the bar is hidden when the delay is over.
  hiding = setTimeout(() => bar.set(1), hideDelay - resetDelay)
}

function stopTimers(): void {
  clearTimeout(waiting)
  clearInterval(ticking)
  clearTimeout(hiding)
  waiting = undefined
  ticking = undefined
  hiding = undefined
}
