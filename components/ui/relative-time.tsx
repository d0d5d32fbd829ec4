'use client'

import { useSyncExternalStore } from 'react'
import { longDate } from '@/lib/text/dates'
import { relativeTime } from '@/lib/text/relative-time'

function everyMinute(update: () => void) {
  const timer = setInterval(update, 60_000)
  return () => clearInterval(timer)
}

/** "3 days ago" in the reader's browser; the date itself without scripts and in stored pages. */
export function RelativeTime({ iso }: { iso: string }) {
  const moment = new Date(iso)
  const text = useSyncExternalStore(
    everyMinute,
    () => relativeTime(moment, new Date()),
    () => longDate(moment),
  )
  return (
    <time dateTime={iso} title={longDate(moment)}>
      {text}
    </time>
  )
}
