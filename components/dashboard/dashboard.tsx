'use client'

import { useRouter } from 'next/navigation'
import { useOptimistic, useState, useTransition } from 'react'
import { countText } from '@/lib/text/count-text'
import { dashboardAddress, type DashboardQuery } from '@/lib/post/dashboard-query'
import type { Category } from '@/lib/queries/categories'
import type { DashboardPage } from '@/lib/queries/dashboard'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { focusNear } from '../ui/focus-near'
import { BulkBar } from './bulk-bar'
import { FilterPanel } from './filter-panel'
import { PostsTable } from './posts-table'
import { SortPanel } from './sort-panel'
import { useSelection } from './use-selection'

const plural = (count: number, word: string) => `${countText(count)} ${word}${count === 1 ? '' : 's'}`

/** Every post, to sort, filter, choose and change. What is shown stands in the address. */
export function Dashboard(props: { query: DashboardQuery; page: DashboardPage; categories: Category[] }) {
  // A cursor belongs to the order its page was made in.
  const { page, categories, query: made } = props
  const router = useRouter()
  const [isLoading, startTransition] = useTransition()
  // What was asked for last, also while its page is on the way: two quick choices add up.
  const [query, setQuery] = useOptimistic(made)
  const [panel, setPanel] = useState<'filter' | 'sort' | null>(null)
  const selection = useSelection()
  const filters = Object.keys(query.filter).length

  const show = (next: Partial<DashboardQuery>) =>
    startTransition(() => {
      const wanted = { ...query, cursor: null, isBackwards: false, ...next }
      setQuery(wanted)
      router.push(dashboardAddress(wanted))
    })
  const toggle = (name: 'filter' | 'sort') => setPanel(panel === name ? null : name)

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <button
          type="button"
          aria-expanded={panel === 'filter'}
          onClick={() => toggle('filter')}
          className={buttonClass('outline')}
        >
          Filter
        </button>
        {filters > 0 && (
          <button
            type="button"
            onClick={(event) => {
              focusNear(event.currentTarget)
              show({ filter: {} })
            }}
            className={buttonClass('ghost')}
          >
            Delete filters
          </button>
        )}
        <button
          type="button"
          aria-expanded={panel === 'sort'}
          onClick={() => toggle('sort')}
          className={buttonClass('outline')}
        >
          Sort by {plural(query.sort.length, 'rule')}
        </button>
        <p role="status" className="tabular ms-auto text-ink-soft">
          {isLoading ? 'Loading...' : plural(page.total, 'post')}
        </p>
      </div>
      {panel === 'filter' && (
        <FilterPanel
          key={JSON.stringify(query.filter)}
          filter={query.filter}
          categories={categories}
          onApply={(filter) => {
            selection.clear()
            show({ filter })
          }}
        />
      )}
      {panel === 'sort' && <SortPanel sort={query.sort} onChange={(sort) => show({ sort })} />}
      <BulkBar
        selection={selection}
        filter={query.filter}
        total={page.total}
        categories={categories}
        onChanged={() => startTransition(() => router.refresh())}
      />
      <PostsTable
        rows={page.rows}
        sort={query.sort}
        onSort={(sort) => show({ sort })}
        selection={selection}
        categories={categories}
        isLoading={isLoading}
        onChanged={() => startTransition(() => router.refresh())}
      />
      <nav aria-label="Pages" className="mt-4 flex justify-between gap-2">
        {page.before ? (
          <AppLink
            href={dashboardAddress({ ...made, cursor: page.before, isBackwards: true })}
            className={buttonClass('outline')}
          >
            Previous page
          </AppLink>
        ) : (
          <span />
        )}
        {page.after && (
          <AppLink
            href={dashboardAddress({ ...made, cursor: page.after, isBackwards: false })}
            className={buttonClass('outline')}
          >
            Next page
          </AppLink>
        )}
      </nav>
    </>
  )
}
