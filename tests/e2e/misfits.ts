/** Truncated text and overlapping controls. */
export const findMisfits = () => {
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return (
      width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
  }
  const describe = (element: Element) => element.outerHTML.slice(0, 160)
  const misfits: string[] = []
  const room = document.documentElement.scrollWidth - window.innerWidth
  if (room > 0) misfits.push(`${room} pixels wider than the screen`)
  for (const element of document.querySelectorAll('body *')) {
    const { overflowX, textOverflow } = getComputedStyle(element)
    const hides = overflowX === 'hidden' || overflowX === 'clip'
    if (!hides || textOverflow === 'ellipsis' || !isSeen(element) || !element.textContent) continue
    if (element.scrollWidth <= element.clientWidth + 1) continue
    const { left, right } = element.getBoundingClientRect()
    const wide = [...element.querySelectorAll('*')].findLast((one) => {
      const box = one.getBoundingClientRect()
      return box.width > 0 && (box.right > right + 1 || box.left < left - 1)
    })
    misfits.push(`cut: ${describe(wide ?? element)}`)
  }
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const { textOverflow, webkitLineClamp, direction } = getComputedStyle(element)
    if (textOverflow !== 'ellipsis' && webkitLineClamp === 'none') continue
    // A select shows one of its options.
    if (direction === 'ltr' || element.tagName === 'SELECT' || !isSeen(element)) continue
    if (/[a-z]/i.test(element.innerText) && !/\p{Script=Arabic}/u.test(element.innerText))
      misfits.push(`its ellipsis would be at its beginning: ${describe(element)}`)
  }
  // The navigation takes the room that the header has left.
  for (const select of document.querySelectorAll<HTMLSelectElement>('select:not(.section-select *)')) {
    // A select can't wrap the longer texts of the made-up language.
    if (!isSeen(select) || document.documentElement.lang === 'en-XA') continue
    const copy = select.cloneNode(true) as HTMLSelectElement
    copy.style.cssText = 'position: absolute; width: max-content; max-width: none; visibility: hidden'
    // Names that people write may be longer.
    for (const option of copy.querySelectorAll('[dir]')) option.remove()
    select.after(copy)
    if (copy.offsetWidth > select.offsetWidth + 1) misfits.push(`cut: ${describe(select)}`)
    copy.remove()
  }
  // Controls behind an open dialog can’t be used.
  const place = document.querySelector('[role="dialog"], dialog[open]') ?? document.body
  const controls = [...place.querySelectorAll('button, a, input:not([data-trap]), select, textarea')].filter(
    isSeen,
  )
  /** What is seen of an element: what its scrolling ancestors leave of it. */
  const boxOf = (element: Element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect()
    for (let around = element.parentElement; around && around !== place; around = around.parentElement) {
      if (getComputedStyle(around).overflowX === 'visible') continue
      const clip = around.getBoundingClientRect()
      left = Math.max(left, clip.left)
      right = Math.min(right, clip.right)
      top = Math.max(top, clip.top)
      bottom = Math.min(bottom, clip.bottom)
    }
    return { left, right, top, bottom, width: right - left, height: bottom - top }
  }
  /** The bar or panel around an element that stays in view. */
  const stuckIn = (element: Element | null): Element | null =>
    element && !/sticky|fixed/.test(getComputedStyle(element).position)
      ? stuckIn(element.parentElement)
      : element
  const boxes = controls.map(boxOf)
  for (const [i, one] of boxes.entries()) {
    for (const [j, other] of boxes.entries()) {
      if (j <= i || controls[i]!.contains(controls[j]!) || controls[j]!.contains(controls[i]!)) continue
      // A bar that stays in view covers what people scroll past it.
      if (stuckIn(controls[i]!) !== stuckIn(controls[j]!)) continue
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      if (wide <= 2 || high <= 2) continue
      // A link that covers a whole row, such as a card’s, is meant to.
      if (document.elementsFromPoint(one.left + one.width / 2, one.top + one.height / 2).length === 0)
        continue
      misfits.push(`overlap: ${describe(controls[i]!)} and ${describe(controls[j]!)}`)
    }
  }
  return misfits
}
