'use client'

import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Milliseconds that something is on the screen until it was looked at. */
const lookTime = 1_000

/** Tells once that most of an element was on the screen for a while, in a tab that is looked at. */
export function useSeen(place: RefObject<HTMLElement | null>, isNew: boolean, onSeen: () => void): void {
  const tell = useEffectEvent(onSeen)
  useEffect(() => {
    if (!isNew) return
    let timer: ReturnType<typeof setTimeout>
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer)
        if (entry!.isIntersecting) timer = setTimeout(see, lookTime)
      },
      { threshold: 0.6 },
    )
    function see() {
      if (document.visibilityState !== 'visible') {
        timer = setTimeout(see, lookTime)
        return
      }
      observer.disconnect()
      tell()
    }
    observer.observe(place.current!)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [place, isNew])
}
