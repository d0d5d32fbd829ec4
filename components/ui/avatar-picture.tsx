'use client'

import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { useBrowserValue } from '@/lib/browser/create-store'

type Props = { look: ComponentProps<'span'>; src: string; fallback: ComponentProps<'span'> }

/** Shows what stands in for a picture until it is loaded, and if it can't be. Most pages have no pictures. */
const Picture = lazy(async () => {
  const Radix = await import('@radix-ui/react-avatar')
  return {
    default: ({ look, src, fallback }: Props) => (
      <Radix.Root {...look}>
        <Radix.Image src={src} alt="" />
        <Radix.Fallback {...fallback} />
      </Radix.Root>
    ),
  }
})

/** Stored pages contain `children`, which stand in for the picture. */
export function AvatarPicture({ children, ...props }: Props & { children: ReactNode }) {
  const isBrowser = useBrowserValue(() => true, false)
  if (!isBrowser) return children
  return (
    <Suspense fallback={children}>
      <Picture {...props} />
    </Suspense>
  )
}
