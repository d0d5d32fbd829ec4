'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import type { ComponentProps } from 'react'

type Connection = { saveData?: boolean; effectiveType?: string }

/** False if preloading would cost the reader: data saver on, or a 2G connection. */
function canPrefetch(): boolean {
  const connection = (navigator as Navigator & { connection?: Connection }).connection
  return !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '')
}

/** A link that preloads its page once someone points at it, not just because it is on the screen. */
export function AppLink({
  href,
  ...props
}: Omit<ComponentProps<typeof Link>, 'href' | 'prefetch'> & { href: string }) {
  const router = useRouter()
  const prefetch = () => {
    if (canPrefetch()) router.prefetch(href)
  }
  return (
    <Link
      {...props}
      href={href}
      prefetch={false}
      onPointerEnter={prefetch}
      onTouchStart={prefetch}
      onFocus={prefetch}
    />
  )
}
