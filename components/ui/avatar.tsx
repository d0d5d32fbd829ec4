'use client'

import * as Radix from '@radix-ui/react-avatar'
import { initials, initialsColors } from '@/lib/text/initials'

/** A person's picture, or the initials on a color of their own. Decorative: the name is next to it. */
export function Avatar(props: { name: string; src?: string | null; size?: 'sm' | 'base' | 'lg' }) {
  const { name, src, size = 'base' } = props
  return (
    <Radix.Root aria-hidden="true" className={`avatar avatar-${size}`}>
      {src && <Radix.Image src={src} alt="" />}
      {/* The style sheet draws the initials. As text, they would be part of the surrounding element's name. */}
      <Radix.Fallback data-initials={initials(name)} style={initialsColors(name)} />
    </Radix.Root>
  )
}
