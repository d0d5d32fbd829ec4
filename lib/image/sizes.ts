/** A stored picture as pages show it; `widths` are those it is kept in besides its own. */
export type ShownImage = {
  id: string
  src: string
  alt: string
  width: number
  height: number
  widths: number[]
}

/** Where the picture at a path or address is in another width. */
export const sizedPath = (path: string, width: number): string => path.replace(/(?=\.\w+$)/, `-${width}`)

/** What there is of a picture, for `srcset`; nothing for one that is kept in its own width alone. */
export function sourceSet({
  src,
  width,
  widths,
}: Pick<ShownImage, 'src' | 'width' | 'widths'>): string | undefined {
  if (widths.length === 0) return undefined
  return [...widths.map((one) => `${sizedPath(src, one)} ${one}w`), `${src} ${width}w`].join(', ')
}
