'use client'

import { useEffect } from 'react'
import { moveDraft } from '@/lib/session/browser/draft'
import { useViewer } from '@/lib/session/browser/store'

/** Brings here what somebody began to write on posts that were merged since. Stands before the form that reads it. */
export function MovedDrafts({ from, to }: { from: number[]; to: number }) {
  const owner = useViewer()?.id
  useEffect(() => {
    for (const post of from) moveDraft(`comment:${post}`, `comment:${to}`)
  }, [from, to, owner])
  return null
}
