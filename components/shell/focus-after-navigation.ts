/** Whether somebody goes on to another page; the way back is the browser's to restore. */
let isGoingOn = false

export function noteNavigation(kind: 'push' | 'replace' | 'traverse'): void {
  isGoingOn = kind !== 'traverse'
}

/** Gives the focus to the heading of the page somebody went on to, if what had it stayed behind. */
export function focusPageHeading(): void {
  if (!isGoingOn) return
  isGoingOn = false
  // Once a dialog or the page itself has put the focus where it belongs.
  setTimeout(() => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading || document.activeElement !== document.body) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, 50)
}
