import type { SVGProps } from 'react'

export const accent = '#822ae8'

const lines = 'M14 5v18M7 8h11l3 3-3 3H7zm14 6.5H11.5L9 17l2.5 2.5H21z'

export const markSvg = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="7" fill="${color}"/><path d="${lines}" fill="none" stroke="#fff" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"/></svg>`

export function SignpostMark(props: SVGProps<SVGSVGElement> & { color: string; radius?: number }) {
  const { color, radius = 7, ...rest } = props
  return (
    <svg viewBox="0 0 28 28" {...rest}>
      <rect width="28" height="28" rx={radius} fill={color} />
      <path
        d={lines}
        fill="none"
        stroke="#fff"
        strokeWidth="1.8"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
