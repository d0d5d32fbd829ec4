import type { SVGProps } from 'react'

export const accent = '#822ae8'

export function SignpostMark(props: SVGProps<SVGSVGElement> & { color: string; radius?: number }) {
  const { color, radius = 7, ...rest } = props
  return (
    <svg viewBox="0 0 28 28" {...rest}>
      <rect width="28" height="28" rx={radius} fill={color} />
      <path
        d="M14 5v18M7 8h11l3 3-3 3H7zm14 6.5H11.5L9 17l2.5 2.5H21z"
        fill="none"
        stroke="#fff"
        strokeWidth="1.8"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
