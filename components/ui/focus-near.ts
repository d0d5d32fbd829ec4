const focusable = 'a[href], button:not(:disabled), input, textarea, select, summary'
// No entries of lists: those are what goes.
const places = 'form, section, [role=dialog], [role=alertdialog], main'

/** Remembers an element; what is returned focuses it or, once it is gone, what is left nearest to its place. */
export function rememberPlace(element: Element | null): () => void {
  const item = element?.closest('li, article')
  const around: (Element | null | undefined)[] = [
    element === document.body ? null : element,
    item?.nextElementSibling?.querySelector(focusable),
    element?.previousElementSibling,
    element?.nextElementSibling,
  ].filter((near) => near?.matches(focusable))
  for (let place = element?.parentElement?.closest(places); place;) {
    around.push(place)
    place = place.parentElement?.closest(places)
  }
  return () => {
    for (const near of [...around, document.getElementById('content')]) {
      if (!(near instanceof HTMLElement) || !near.isConnected) continue
      if (!near.matches(focusable) && !near.hasAttribute('tabindex')) near.tabIndex = -1
      near.focus({ preventScroll: true })
      if (document.activeElement === near) return
    }
  }
}

/** Keeps the focus near an element that is about to go, unless it is somewhere else by then. */
export function focusNear(element: Element | null): void {
  keepFocus(rememberPlace(element))
}

/** Waits until React has removed elements and a dialog has returned the focus. */
export function keepFocus(focusPlace: () => void): void {
  setTimeout(() => {
    const active = document.activeElement
    if (!active || active === document.body || !active.checkVisibility()) focusPlace()
  }, 50)
}
