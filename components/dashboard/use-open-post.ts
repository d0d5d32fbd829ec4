'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import type { DashboardRow } from '@/lib/queries/dashboard'
import { expanderId } from './post-columns'
import { panelId } from './post-panel'

/** The post the panel shows. It stays when the table shows other posts. */
export function useOpenPost(rows: DashboardRow[]) {
  const [opened, setOpened] = useState<DashboardRow | null>(null)
  const index = rows.findIndex(({ id }) => id === opened?.id)
  const post = rows[index] ?? opened

  function returnFocus() {
    const expander = document.getElementById(expanderId(post?.id ?? 0))
    ;(expander ?? document.getElementById('content'))?.focus()
  }

  // What opens from the panel or a row closes by itself and prevents the key's default.
  const leave = useEffectEvent((event: KeyboardEvent) => {
    if (!post || event.key !== 'Escape' || event.defaultPrevented) return
    if (!(event.target as Element).closest(`#${panelId}, table`)) return
    setOpened(null)
    returnFocus()
  })
  useEffect(() => {
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [])

  return {
    post,
    before: rows[index - 1],
    after: index === -1 ? undefined : rows[index + 1],
    close: () => setOpened(null),
    show(id: number | null) {
      setOpened(rows.find((row) => row.id === id) ?? null)
      document.getElementById(expanderId(id ?? 0))?.scrollIntoView({ block: 'nearest' })
    },
    returnFocus,
  }
}
