'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { focusPageHeading } from './focus-after-navigation'
import { endProgress } from './progress-bar'

/** Tells the progress bar that a page has arrived, and lets nobody stand beside it. */
export function NavigationEnd() {
  const pathname = usePathname()
  const query = useSearchParams()
  useEffect(() => {
    void endProgress()
    focusPageHeading()
  }, [pathname, query])
  return null
}
