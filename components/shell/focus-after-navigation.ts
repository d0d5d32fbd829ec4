/** Whether someone navigates to another page. On the way back, the browser restores the focus. */
let isGoingOn = false

export function noteNavigation(kind: 'push' | 'replace' | 'traverse'): void {
  isGoingOn = kind !== 'traverse'
}

/** Focuses the heading of the new page if the focused element stayed behind. */
export function focusPageHeading(): void {
  if (!isGoingOn) return
  isGoingOn = false
  // After a dialog or the page itself has set the focus.
  setTimeout(() => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading || document.activeElement !== document.body) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, 50)
}
