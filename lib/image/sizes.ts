/** A stored image as pages show it. `widths` are the stored widths besides its own. */
export type ShownImage = {
  id: string
  src: string
  alt: string
  width: number
  height: number
  widths: number[]
}

/** The path or address of an image in another width. */
export const sizedPath = (path: string, width: number): string => path.replace(/(?=\.\w+$)/, `-${width}`)

/** The available sizes of an image for `srcset`; nothing if there is only the original width. */
export function sourceSet({
  src,
  width,
  widths,
}: Pick<ShownImage, 'src' | 'width' | 'widths'>): string | undefined {
  if (widths.length === 0) return undefined
  return [...widths.map((one) => `${sizedPath(src, one)} ${one}w`), `${src} ${width}w`].join(', ')
}
