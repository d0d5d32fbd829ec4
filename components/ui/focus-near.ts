const focusable = 'a[href], button:not(:disabled), input, textarea, select, summary'
// Not list items, because those are what gets removed.
const places = 'form, section, [role=dialog], [role=alertdialog], main'

/** Remembers an element. The returned function focuses it or, if it is gone, the nearest remaining one. */
export function rememberPlace(element: Element | null): () => void {
  const item = element?.closest('li, article')
  const around: (Element | null | undefined)[] = [
    element === document.body ? null : element,
    item?.nextElementSibling?.querySelector(focusable),
    item?.previousElementSibling?.querySelector(focusable),
    element?.previousElementSibling,
    element?.nextElementSibling,
  ].filter((near) => near?.matches(focusable))
  for (let place = element?.parentElement?.closest(places); place;) {
    if (place.matches('main')) around.push(place.querySelector('h1'))
    around.push(place)
    place = place.parentElement?.closest(places)
  }
  return () => {
    for (const place of [...around, document.getElementById('content')]) {
      // A refresh may have made it anew.
      const near = place?.isConnected ? place : document.getElementById(place?.id ?? '')
      if (!(near instanceof HTMLElement)) continue
      if (!near.matches(focusable) && !near.hasAttribute('tabindex')) near.tabIndex = -1
      near.focus({ preventScroll: true })
      if (document.activeElement === near) return
    }
  }
}

/** Milliseconds within which an act is answered. */
const patience = 15_000

/**
 * Keeps the focus near an element that is about to be removed, immediately or once the server has answered, unless the
 * focus has moved elsewhere by then.
 */
export function focusNear(element: Element | null): void {
  const focusPlace = rememberPlace(element)
  keepFocus(focusPlace)
  if (!element) return
  const watch = new MutationObserver(() => {
    if (element.isConnected) return
    watch.disconnect()
    keepFocus(focusPlace)
  })
  watch.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watch.disconnect(), patience)
}

/** Waits until React has removed elements and a dialog has returned the focus. */
export function keepFocus(focusPlace: () => void): void {
  setTimeout(() => {
    const active = document.activeElement
    if (!active || active === document.body || !active.checkVisibility()) focusPlace()
  }, 50)
}
