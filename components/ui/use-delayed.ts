'use client'

import { useEffect, useEffectEvent } from 'react'

/**
 * Asks something a pause after what it is about has changed: who goes on quickly needs no answer, and whose signal is
 * aborted by then gets none.
 * @param about what the question is about, as one text
 */
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
