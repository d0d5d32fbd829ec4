'use client'

import { useEffect } from 'react'
import { fetchJson } from '@/lib/fetch-json'

const pollInterval = 3_600_000
const reloadGuard = 10_000
const guardKey = 'signpost:reloaded-at'

/**
 * Learns of a new build (hourly and when the tab is looked at again) and makes the next navigation a full
 * load, so that old pages never mix with new code. A failed request is only logged.
 */
export function VersionWatch({ buildId }: { buildId: string }) {
  useEffect(() => {
    let isOutdated = false

    async function check() {
      if (isOutdated || document.visibilityState === 'hidden') return
      try {
        const latest = await fetchJson<{ id: string }>(`/builds/latest.json?${Date.now()}`)
        if (latest.id === buildId) return
        await fetchJson(`/builds/meta/${latest.id}.json`)
        isOutdated = true
      } catch (error) {
        console.warn('The latest build could not be read.', error)
      }
    }

    function loadFully(event: MouseEvent) {
      const link = (event.target as Element | null)?.closest?.('a')
      if (!isOutdated || !link || event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target === '_blank') return
      if (link.origin !== window.location.origin || wasReloadedJustNow()) return
      event.preventDefault()
      event.stopPropagation()
      window.location.assign(link.href)
    }

    const timer = setInterval(check, pollInterval)
    document.addEventListener('visibilitychange', check)
    document.addEventListener('click', loadFully, { capture: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
      document.removeEventListener('click', loadFully, { capture: true })
    }
  }, [buildId])
  return null
}

/** Guards against loading again and again where old and new servers answer by turns. */
function wasReloadedJustNow(): boolean {
  try {
    const last = Number(sessionStorage.getItem(guardKey) ?? 0)
    if (Date.now() - last < reloadGuard) return true
    sessionStorage.setItem(guardKey, String(Date.now()))
  } catch {
    // No storage, no guard.
  }
  return false
}
