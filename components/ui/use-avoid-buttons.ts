import { type RefObject, useEffect } from 'react'

/** Where a form keeps its buttons. */
const rows = 'main :is(.composer-footer, .create-post-end)'

/** Lifts what is fixed to the lower edge over the buttons of a form that it would cover. */
export function useAvoidButtons(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = place.current!
    function lift() {
      element.style.translate = ''
      const own = element.getBoundingClientRect()
      const covered = [...document.querySelectorAll(rows)]
        .map((row) => row.getBoundingClientRect())
        .filter((row) => row.top < own.bottom && row.bottom > own.top)
        .filter((row) => row.left < own.right && row.right > own.left)
      const edge = Math.min(own.bottom, ...covered.map(({ top }) => top))
      if (edge < own.bottom) element.style.translate = `0 ${edge - own.bottom}px`
    }
    const observer = new ResizeObserver(lift)
    observer.observe(element)
    window.addEventListener('scroll', lift, { passive: true })
    window.addEventListener('resize', lift)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', lift)
      window.removeEventListener('resize', lift)
    }
  }, [place])
}
