'use client'

import { type ReactNode, useLayoutEffect } from 'react'
import { mergedQuery } from '@/lib/post/address'

/** Says that this post was merged, to people who came from its address. For the first page, the head's script shows it. */
export function MergedNote({ id, children }: { id: number; children: ReactNode }) {
  const shown = `--merged-${id}`
  useLayoutEffect(() => {
    const { style } = document.documentElement
    if (new URLSearchParams(window.location.search).get(mergedQuery) !== `${id}`) return
    style.setProperty(shown, 'block')
    return () => void style.removeProperty(shown)
  }, [id, shown])
  return <p style={{ display: `var(${shown}, none)` }}>{children}</p>
}
