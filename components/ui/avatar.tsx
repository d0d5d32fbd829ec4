'use client'

import * as Radix from '@radix-ui/react-avatar'
import { initials, initialsColors } from '@/lib/text/initials'

const sizes = { sm: 'size-6 text-[0.625rem]', base: 'size-8 text-xs', lg: 'size-16 text-lg' }
const shapes = { circle: 'rounded-full', square: 'rounded-md' }

/** A person's picture, or the initials on a colour of their own. Decorative: the name stands beside it. */
export function Avatar(props: {
  name: string
  src?: string | null
  size?: keyof typeof sizes
  shape?: keyof typeof shapes
}) {
  const { name, src, size = 'base', shape = 'circle' } = props
  return (
    <Radix.Root
      aria-hidden="true"
      className={`inline-flex shrink-0 items-center justify-center overflow-hidden font-semibold select-none ${sizes[size]} ${shapes[shape]}`}
    >
      {src && <Radix.Image src={src} alt="" className="size-full object-cover" />}
      <Radix.Fallback className="flex size-full items-center justify-center" style={initialsColors(name)}>
        {initials(name)}
      </Radix.Fallback>
    </Radix.Root>
  )
}
