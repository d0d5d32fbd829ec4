'use client'

import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { longDate } from '@/lib/text/dates'
import { relativeTime } from '@/lib/text/relative-time'

/** When the server rendered the page; null in stored pages. */
const Start = createContext<number | null>(null)

export function StartTime({ now, children }: { now: number; children: ReactNode }) {
  return <Start value={now}>{children}</Start>
}

function everyMinute(update: () => void) {
  const timer = setInterval(update, 60_000)
  return () => clearInterval(timer)
}

/** "3 days ago"; in stored pages, the date itself until scripts run. */
export function RelativeTime({ iso }: { iso: string }) {
  const moment = new Date(iso)
  const start = use(Start)
  const text = useSyncExternalStore(
    everyMinute,
    () => relativeTime(moment, new Date()),
    () => (start === null ? longDate(moment) : relativeTime(moment, new Date(start))),
  )
  return (
    <time dateTime={iso} title={longDate(moment)}>
      {text}
    </time>
  )
}
