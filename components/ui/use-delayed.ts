'use client'

import { useEffect, useEffectEvent } from 'react'

/** Asks a pause after `about` last changed; the signal is aborted when it changes again. */
export function useDelayed(about: string, pause: number, ask: (signal: AbortSignal) => unknown): void {
  const askNow = useEffectEvent(ask)
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => askNow(controller.signal), pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [about, pause])
}
