'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { endProgress } from './progress-bar'

/** Tells the progress bar that a page has arrived. */
export function NavigationEnd() {
  const pathname = usePathname()
  const query = useSearchParams()
  useEffect(() => {
    void endProgress()
  }, [pathname, query])
  return null
}
