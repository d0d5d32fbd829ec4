'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useOptimistic, useRef, useState, useTransition } from 'react'
import { dashboardAddress, type DashboardQuery } from '@/lib/post/dashboard-query'
import type { DashboardPage } from '@/lib/queries/dashboard'
import { chipsOf, FilterChips } from '../team/filter-chips'
import { FilterPanel, type Lists } from '../team/filters'
import { SearchPosts } from '../team/search-posts'
import { useStateNames } from '../state/post-state'
import { Button } from '../ui/button'
import { focusNear } from '../ui/focus-near'
import { KeysButton } from '../team/keys-button'
import { InboxView } from './inbox-view'

export function Inbox(
  props: Lists & {
    query: DashboardQuery
    page: DashboardPage
    viewerId: string
  },
) {
  const { page, categories, team, query: made, viewerId } = props
  const router = useRouter()
  const [isLoading, startTransition] = useTransition()
  const [query, setQuery] = useOptimistic(made)
  const [tags, setTags] = useState(props.tags)
  const [hasPanel, setPanel] = useState(false)
  const filterButton = useRef<HTMLButtonElement>(null)
  const [drafts] = useState(() => new Map<string, string>())
  const chips = chipsOf(query.filter, categories, useStateNames(), team)

  const filterBy = (filter: DashboardQuery['filter'], go: 'push' | 'replace' = 'push') =>
    startTransition(() => {
      const wanted = { ...query, cursor: null, isBackwards: false, filter: { ...filter, inbox: true } }
      setQuery(wanted)
      router[go](dashboardAddress(wanted))
    })

  function closeFilter() {
    filterButton.current?.focus()
    setPanel(false)
  }

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchPosts
          view="inbox"
          text={query.filter.text ?? ''}
          onSearch={(text) => filterBy({ ...query.filter, text: text || undefined }, 'replace')}
        />
        <Button
          ref={filterButton}
          aria-expanded={hasPanel}
          onClick={() => setPanel(!hasPanel)}
          className="aria-expanded:bg-accent-soft"
        >
          {chips.length > 0
            ? t('dashboard.dashboard.filterCount', { count: chips.length })
            : t('common.filter')}
        </Button>
        <KeysButton className="ms-auto" />
      </div>
      {hasPanel && (
        <FilterPanel
          key={JSON.stringify({ ...query.filter, text: undefined })}
          filter={query.filter}
          {...{ categories, tags, team }}
          onApply={(filter) => {
            focusNear(document.activeElement)
            setPanel(false)
            filterBy(filter)
          }}
          onClose={closeFilter}
        />
      )}
      <FilterChips chips={chips} onChange={filterBy} />
      <InboxView
        // Decisions belong to the posts they were shown with.
        key={dashboardAddress(made)}
        {...{ page, categories, tags, team, viewerId, isLoading, drafts }}
        query={made}
        onTags={setTags}
        onShowAll={() => filterBy({})}
      />
    </>
  )
}
