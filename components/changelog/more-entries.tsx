'use client'

import { Suspense } from 'react'
import { moreEntriesAddress } from '@/lib/post/changelog'
import type { ShownEntry } from '@/lib/queries/changelog'
import { lazyPart } from '../ui/lazy-part'
import { LoadMore } from '../ui/load-more'
import { usePages } from '../ui/use-pages'

const EntryMonths = lazyPart(() => import('./entry-months'), 'EntryMonths')

/** Further entries, loaded on demand. `month` is the last month whose heading is already shown. */
export function MoreEntries(props: {
  next: string | null
  label?: string
  month?: string
  showsReactions: boolean
}) {
  const { label, month, showsReactions } = props
  const asked = (after: string) => ({ label, after })
  const { items, next, load } = usePages<ShownEntry>(props.next, '/api/changelog', 'entries', asked)
  return (
    <>
      {items.length > 0 && (
        <Suspense>
          <EntryMonths entries={items} begun={month} showsReactions={showsReactions} />
        </Suspense>
      )}
      {next && <LoadMore href={moreEntriesAddress(next, label)} load={load} />}
    </>
  )
}
