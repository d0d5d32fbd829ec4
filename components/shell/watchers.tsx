'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { lookForNewBuild, setOwnBuild } from '@/lib/browser/build-watch'
import { watchSession } from '@/lib/session/browser/events'
import { forwardAuthLink } from '@/lib/session/browser/forward-auth-link'
import { focusPageHeading } from './focus-after-navigation'
import { endProgress } from './progress-bar'

/** Tells the progress bar that a page has loaded, and moves the focus. */
export function NavigationEnd() {
  const pathname = usePathname()
  const query = useSearchParams()
  useEffect(() => {
    endProgress()
    focusPageHeading()
  }, [pathname, query])
  return null
}

const pollInterval = 3_600_000

/** Looks for a new build every hour and whenever the tab becomes active. */
export function VersionWatch({ buildId }: { buildId: string }) {
  useEffect(() => {
    setOwnBuild(buildId)
    const look = () => void lookForNewBuild()
    const timer = setInterval(look, pollInterval)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [buildId])
  return null
}

/** Microsoft Clarity, on sites that use it. */
export function SessionReplay({ address }: { address: string }) {
  useEffect(
    () => void import('@/lib/browser/session-replay').then((file) => file.startReplay(address)),
    [address],
  )
  return null
}

/** Starts following the session; `url` and `publishableKey` are the backend's. */
export function SessionWatch({ url, publishableKey }: { url: string; publishableKey: string }) {
  useEffect(forwardAuthLink, [])
  useEffect(() => watchSession({ url, publishableKey }), [url, publishableKey])
  return null
}
