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
    const box = (isPreview ? preview : field).current?.getBoundingClientRect()
    if (share.current === null || !box) return
    const isBack = !isPreview && window.scrollY === previewed.current
    const middle = box.top + window.scrollY + share.current * box.height
    const to = isBack ? written.current : middle - window.innerHeight / 2
    window.scrollTo({ top: to, behavior: 'instant' })
    previewed.current = window.scrollY
    share.current = null
  }, [isPreview, field, preview])

  return () => {
    const box = (isPreview ? preview : field).current!.getBoundingClientRect()
    share.current = box.top < 0 ? (window.innerHeight / 2 - box.top) / box.height : null
    if (!isPreview) written.current = window.scrollY
  }
}
