/** The bar at the top of the page while the next one is on its way. Times in milliseconds. */
const throttle = 200
const duration = 2000
const hideDelay = 500
const resetDelay = 400

let waiting: ReturnType<typeof setTimeout> | undefined
let ticking: ReturnType<typeof setInterval> | undefined

// A quick navigation never shows the bar, so most visits never load it either.
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

export function startProgress(): void {
  stopTimers()
  waiting = setTimeout(async () => {
    const bar = await loadBar()
    const startedAt = Date.now()
    bar.start()
    ticking = setInterval(() => bar.set(Math.min(0.95, (Date.now() - startedAt) / duration)), 100)
  }, throttle)
}

export async function endProgress(): Promise<void> {
  const wasShown = ticking !== undefined
  stopTimers()
  if (!wasShown) return
  const bar = await loadBar()
  bar.set(0.99)
  setTimeout(() => bar.done(), hideDelay)
}

function stopTimers(): void {
  clearTimeout(waiting)
  clearInterval(ticking)
  waiting = undefined
  ticking = undefined
}
