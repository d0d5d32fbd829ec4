'use client'

import { useEffect, useEffectEvent } from 'react'

/** Loads after a pause since `about` last changed. The signal is aborted when it changes again. */
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
