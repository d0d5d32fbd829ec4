'use client'

import { useEffect } from 'react'
import { lookForNewBuild } from '@/lib/browser/build-watch'

const pollInterval = 3_600_000

/** Looks for a new build every hour and whenever the tab is looked at again. */
export function VersionWatch({ buildId }: { buildId: string }) {
  useEffect(() => {
    const look = () => void lookForNewBuild(buildId)
    const timer = setInterval(look, pollInterval)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [buildId])
  return null
}
