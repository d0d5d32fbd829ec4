import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the same part of a long text in sight while its preview takes the field's place, and back.
 * @returns what to call right before one takes the other's place
 */
export function useTextPlace(
  isPreview: boolean,
  field: RefObject<HTMLElement | null>,
  preview: RefObject<HTMLElement | null>,
): () => void {
  /** Which part of the text was in the middle of the window. */
  const share = useRef<number | null>(null)
  /** Where the page was scrolled to, to return exactly there if no one scrolled the preview. */
  const written = useRef(0)
  const previewed = useRef<number | null>(null)

  useLayoutEffect(() => {
    const scrollTo = (top: number) => window.scrollTo({ top, behavior: 'instant' })
    const isBack = !isPreview && window.scrollY === previewed.current
    const box = (isPreview ? preview : field).current?.getBoundingClientRect()
    if (isBack) scrollTo(written.current)
    else if (box && share.current !== null) {
      scrollTo(box.top + window.scrollY + share.current * box.height - window.innerHeight / 2)
    }
    previewed.current = isPreview ? window.scrollY : null
    share.current = null
  }, [isPreview, field, preview])

  return () => {
    const box = (isPreview ? preview : field).current!.getBoundingClientRect()
    share.current = box.top < 0 ? (window.innerHeight / 2 - box.top) / box.height : null
    if (!isPreview) written.current = window.scrollY
  }
}
