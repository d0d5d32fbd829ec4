import progress from 'nprogress'

/** In milliseconds. */
const duration = 2000
const hideDelay = 500
const resetDelay = 400

let ticking: ReturnType<typeof setInterval> | undefined
let hiding: ReturnType<typeof setTimeout> | undefined

export function startBar(): void {
  const startedAt = Date.now()
  progress.configure({
    showSpinner: false,
    trickle: false,
    speed: resetDelay,
    barSelector: '.bar',
    template: '<div class="bar" aria-hidden="true"></div>',
  })
  progress.start()
  ticking = setInterval(() => progress.set(Math.min(0.95, (Date.now() - startedAt) / duration)), 100)
}

export function endBar(): void {
  if (ticking === undefined) return
  stopBar()
  progress.set(0.9999)
  // nprogress fades with its own speed, so that the bar is hidden when the delay is over.
  hiding = setTimeout(() => progress.set(1), hideDelay - resetDelay)
}

export function stopBar(): void {
  clearInterval(ticking)
  clearTimeout(hiding)
  ticking = undefined
  hiding = undefined
}
