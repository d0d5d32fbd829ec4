export type ShownImage = {
  id: string
  src: string
  alt: string
  width: number
  height: number
  widths: number[]
}

export const sizedPath = (path: string, width: number): string => path.replace(/(?=\.\w+$)/, `-${width}`)

export function sourceSet({
  src,
  width,
  widths,
}: Pick<ShownImage, 'src' | 'width' | 'widths'>): string | undefined {
  if (widths.length === 0) return undefined
  return [...widths.map((one) => `${sizedPath(src, one)} ${one}w`), `${src} ${width}w`].join(', ')
}
