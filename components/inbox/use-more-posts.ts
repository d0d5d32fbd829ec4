'use client'

import { useEffect, useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import { type DashboardQuery, queryText } from '@/lib/post/dashboard-query'
import type { DashboardRow } from '@/lib/queries/dashboard'
import type { Inbox } from './use-inbox'

/** So few posts are left that the next are asked for. */
const few = 20

/** Brings the posts that follow while those at hand are decided about, past the acts that are still on their way. */
export function useMorePosts(inbox: Inbox, query: DashboardQuery, firstAfter: string | null) {
  const [after, setAfter] = useState(firstAfter)
  const [hasFailed, setFailed] = useState(false)
  const wanted = after !== null && !hasFailed && inbox.left.length < few ? after : null
  const { add } = inbox

  useEffect(() => {
    if (wanted === null) return
    let isStale = false
    const asked = queryText({ ...query, cursor: wanted, isBackwards: false })
    void fetchJson<{ rows: DashboardRow[]; after: string | null }>(`/api/inbox?${asked}`).then(
      (answer) => {
        if (isStale) return
        add(answer.rows)
        setAfter(answer.after)
      },
      () => !isStale && setFailed(true),
    )
    return () => {
      isStale = true
    }
    // The rest is the same for as long as this inbox stands.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted])

  return { after, hasFailed, retry: () => setFailed(false) }
}
