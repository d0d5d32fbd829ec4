'use client'

import type { ReactNode } from 'react'
import { useBrowserValue } from '@/lib/browser/create-store'
import { mergedQuery } from '@/lib/post/address'

const readMerged = () => new URLSearchParams(window.location.search).get(mergedQuery)

/**
 * For people who came from the address of a merged post. Each note is listed by the id of its post. first-scripts.tsx
 * keeps its place until the browser fills it in.
 */
export function MergedNote({ notes }: { notes: [string, ReactNode][] }) {
  const merged = useBrowserValue(readMerged, null)
  return (
    <p role="status" style={{ minHeight: 'var(--merged-note)' }}>
      <span>{notes.find(([id]) => id === merged)?.[1]}</span>
    </p>
  )
}
