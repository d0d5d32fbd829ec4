'use client'

import { shapes } from './icon-shapes'

const id = 'icons'

const symbols = () =>
  Object.entries(shapes)
    .map(([name, shape]) => `<symbol id="icon-${name}" viewBox="0 0 16 16">${shape}</symbol>`)
    .join('')

/**
 * Every icon once per page, so that each use is a few bytes. They only come with the document and browsers reuse them
 * from there, so neither scripts nor the page's data contain them again.
 */
const sprite = typeof window === 'undefined' ? symbols() : (document.getElementById(id)?.innerHTML ?? '')

export function IconSprite() {
  return (
    <svg
      id={id}
      aria-hidden="true"
      width="0"
      height="0"
      className="absolute"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: sprite }}
    />
  )
}
