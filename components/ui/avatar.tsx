'use client'

import { type ComponentProps, lazy, Suspense } from 'react'
import { useBrowserValue } from '@/lib/browser/create-store'
import { initials, initialsColors } from '@/lib/text/initials'

type Look = ComponentProps<'span'>

/** Shows what stands in for a picture until it is loaded, and if it can't be. Most pages have no pictures. */
const Picture = lazy(async () => {
  const Radix = await import('@radix-ui/react-avatar')
  return {
    default: ({ look, src, fallback }: { look: Look; src: string; fallback: Look }) => (
      <Radix.Root {...look}>
        <Radix.Image src={src} alt="" />
        <Radix.Fallback {...fallback} />
      </Radix.Root>
    ),
  }
})

/** A person's picture, or the initials on a color of their own. Decorative: the name is next to it. */
export function Avatar(props: { name: string; src?: string | null; size?: 'sm' | 'base' | 'lg' }) {
  const { name, src, size = 'base' } = props
  const look: Look = { 'aria-hidden': true, className: `avatar avatar-${size}` }
  // The style sheet draws the initials. As text, they would be part of the surrounding element's name.
  const fallback: Look & { 'data-initials': string } = {
    'data-initials': initials(name),
    style: initialsColors(name),
  }
  const drawn = (
    <span {...look}>
      <span {...fallback} />
    </span>
  )
  // Stored pages contain the initials.
  const isBrowser = useBrowserValue(() => true, false)
  if (!src || !isBrowser) return drawn
  return (
    <Suspense fallback={drawn}>
      <Picture look={look} src={src} fallback={fallback} />
    </Suspense>
  )
}
