'use client'

import type { ReactNode } from 'react'
import { useBrowserValue } from '@/lib/browser/create-store'
import { mergedQuery } from '@/lib/post/address'

const readMerged = () => new URLSearchParams(window.location.search).get(mergedQuery)

/** For people who came from the address of a merged post. Each note is listed by the id of its post. */
export function MergedNote({ notes }: { notes: [string, ReactNode][] }) {
  const merged = useBrowserValue(readMerged, null)
  const note = notes.find(([id]) => id === merged)
  return (
    note && (
      <p role="status">
        <span>{note[1]}</span>
      </p>
    )
  )
}
