const focusable = 'a[href], button:not(:disabled), input, textarea, select, summary'
const places = 'li, tr, article, form, section, [role=dialog], [role=alertdialog], main'

/**
 * Remembers where an element stands, as long as it does.
 * @returns gives the focus to what is left nearest to that place: a neighbour, what contained it, or the page's content
 */
export function rememberPlace(element: Element | null): () => void {
  const item = element?.closest('li, article')
  const neighbours = [
    item?.nextElementSibling?.querySelector<HTMLElement>(focusable),
    element?.previousElementSibling,
    element?.nextElementSibling,
  ].filter((one): one is HTMLElement => one instanceof HTMLElement && one.matches(focusable))
  const around: HTMLElement[] = []
  for (let place = element?.parentElement?.closest<HTMLElement>(places); place;) {
    around.push(place)
    place = place.parentElement?.closest<HTMLElement>(places)
  }
  return () => {
    const left = [...neighbours, ...around].find(({ isConnected }) => isConnected)
    const target = left ?? document.getElementById('content')
    if (!target) return
    if (!target.matches(focusable) && !target.hasAttribute('tabindex')) target.tabIndex = -1
    target.focus({ preventScroll: true })
  }
}

/** Keeps the focus near an element that is about to go, unless it is somewhere else by then. */
export function focusNear(element: Element | null): void {
  const focusPlace = rememberPlace(element)
  // React takes it away first, and a dialog may give back the focus.
  setTimeout(() => {
    if (!document.activeElement || document.activeElement === document.body) focusPlace()
  }, 50)
}
