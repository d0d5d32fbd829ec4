'use client'

import { commaList } from '@/lib/words/list-text'
import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { type MouseEvent, useOptimistic, useRef, useState, useTransition } from 'react'
import { totalText } from '@/lib/words/count-text'
import { dashboardAddress, type DashboardQuery, queryText, sortKeys } from '@/lib/post/dashboard-query'
import type { DashboardPage } from '@/lib/queries/dashboard'
import type { View } from '@/lib/queries/dashboard'
import { useStateNames } from '../state/post-state'
import { Button, ButtonLink } from '../ui/button'
import { buttonClass } from '../ui/button-class'
import { EmptyState } from '../ui/empty-state'
import { focusNear } from '../ui/focus-near'
import { chipsOf, FilterChips } from '../team/filter-chips'
import { FilterPanel, type Lists } from '../team/filters'
import { SearchPosts } from '../team/search-posts'
import { BulkBar } from './bulk-bar'
import { EmptyBoard } from './empty-board'
import { ColumnMenu, SortPanel } from './table-settings'
import { PostDetails } from './post-details'
import { PostPanel, useOpenPost } from './post-panel'
import { PhoneHead, PostsTable } from './posts-table'
import { SaveViewButton, ViewBar } from './view-bar'
import { useSelection } from './selection'

export function Dashboard(
  props: Lists & {
    query: DashboardQuery
    page: DashboardPage
    pinned: number[]
    views: View[]
    canAddExamples: boolean
  },
) {
  // A cursor belongs to the order that its page was in.
  const { page, pinned, categories, tags, team, views, query: made } = props
  const router = useRouter()
  const [isLoading, startTransition] = useTransition()
  // The latest query, even while its page loads, so that two quick choices add up.
  const [query, setQuery] = useOptimistic(made)
  const [panel, setPanel] = useState<'filter' | 'sort' | null>(null)
  const filterButton = useRef<HTMLButtonElement>(null)
  const [version, setVersion] = useState(0)
  const selection = useSelection(
    queryText({ ...made, filter: query.filter, sort: [], columns: [], cursor: null }),
  )
  const open = useOpenPost(page.rows)
  const chips = chipsOf(query.filter, categories, useStateNames(), team)
  /** What is shown, as the query of the address. */
  const shown = queryText({ ...made, cursor: null })
  const isFiltered = chips.length > 0 || Boolean(query.filter.text)
  const isEmpty = page.rows.length === 0 && !isFiltered && !isLoading

  const show = (next: Partial<DashboardQuery>, go: 'push' | 'replace' = 'push') =>
    startTransition(() => {
      const wanted = { ...query, cursor: null, isBackwards: false, ...next }
      setQuery(wanted)
      router[go](dashboardAddress(wanted))
    })
  const filterBy = (filter: DashboardQuery['filter'], go?: 'replace') => show({ filter }, go)
  const refresh = () => {
    setVersion((before) => before + 1)
    startTransition(() => router.refresh())
  }
  function showAll(event: MouseEvent) {
    focusNear(event.currentTarget)
    filterBy({})
  }
  const toggle = (name: 'filter' | 'sort') => setPanel(panel === name ? null : name)

  function closeFilter() {
    filterButton.current?.focus()
    setPanel(null)
  }

  return (
    <>
      <ViewBar views={views} query={shown} onChanged={refresh} />
      {!isEmpty && (
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <SearchPosts
            text={query.filter.text ?? ''}
            onSearch={(text) => filterBy({ ...query.filter, text: text || undefined }, 'replace')}
          />
          <Button
            ref={filterButton}
            aria-expanded={panel === 'filter'}
            onClick={() => toggle('filter')}
            className="aria-expanded:bg-accent-soft max-sm:!px-2"
          >
            {chips.length > 0
              ? t('dashboard.dashboard.filterCount', { count: chips.length })
              : t('common.filter')}
          </Button>
          <Button
            aria-expanded={panel === 'sort'}
            title={commaList(query.sort.map(({ by, desc }) => `${sortKeys[by]} ${desc ? '↓' : '↑'}`))}
            onClick={() => toggle('sort')}
            className="aria-expanded:bg-accent-soft max-sm:!px-2"
          >
            {t('dashboard.dashboard.sortBy', { count: query.sort.length })}
          </Button>
          <div className="ms-auto flex gap-2">
            <ColumnMenu columns={query.columns} onChange={(columns) => show({ columns }, 'replace')} />
            <a
              href={`/dashboard/export?${shown}`}
              download
              className={buttonClass('outline', 'max-sm:!px-2')}
            >
              {t('dashboard.dashboard.exportCsv')}
            </a>
          </div>
        </div>
      )}
      {panel === 'filter' && (
        <FilterPanel
          // Recreated for another filter, but not for another text, which has its own field.
          key={JSON.stringify({ ...query.filter, text: undefined })}
          filter={query.filter}
          {...{ categories, tags, team }}
          onApply={(filter) => {
            focusNear(document.activeElement)
            setPanel(null)
            filterBy(filter)
          }}
          onClose={closeFilter}
        />
      )}
      {panel === 'sort' && <SortPanel sort={query.sort} onChange={(sort) => show({ sort })} />}
      <FilterChips chips={chips} onChange={filterBy}>
        {isFiltered && page.rows.length > 0 && (
          <Button onClick={showAll} look="ghost" className="!px-2">
            {t('dashboard.dashboard.deleteFilters')}
          </Button>
        )}
        {shown && !views.some((view) => view.query === shown) && (
          <SaveViewButton query={shown} onSaved={refresh} />
        )}
      </FilterChips>
      <div
        className={
          open.post
            ? 'items-start gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_24rem]'
            : ''
        }
      >
        <div>
          {isEmpty ? (
            <EmptyBoard canAddExamples={props.canAddExamples} />
          ) : (
            <div className="overflow-clip rounded-lg border border-line bg-surface" aria-busy={isLoading}>
              <BulkBar
                selection={selection}
                filter={query.filter}
                total={page.total}
                isTotalExact={page.isTotalExact}
                {...{ pinned, categories, tags, team }}
                onChanged={refresh}
              >
                <PhoneHead
                  rows={page.rows}
                  sort={query.sort}
                  onSort={(sort) => show({ sort })}
                  selection={selection}
                >
                  <p role="status" className="tabular text-ink-soft">
                    {isLoading
                      ? t('common.loading')
                      : t('dashboard.dashboard.total', { count: page.total, shown: totalText(page) })}
                  </p>
                </PhoneHead>
              </BulkBar>
              {page.rows.length > 0 ? (
                <div className="@container">
                  <div className="table-scroll">
                    <PostsTable
                      rows={page.rows}
                      sort={query.sort}
                      more={query.columns}
                      onSort={(sort) => show({ sort })}
                      selection={selection}
                      openId={open.post?.id ?? null}
                      onOpen={open.show}
                      isLoading={isLoading}
                      onChanged={refresh}
                    />
                  </div>
                </div>
              ) : (
                <div className="*:border-0">
                  <EmptyState action={<Button onClick={showAll}>{t('common.clearFilters')}</Button>}>
                    <bdi>
                      {made.filter.text
                        ? t('dashboard.dashboard.noPostMatches', { text: made.filter.text })
                        : t('dashboard.dashboard.noPostsMatch')}
                    </bdi>
                  </EmptyState>
                </div>
              )}
            </div>
          )}
          <nav aria-label={t('common.pages')} className="mt-4 flex justify-between gap-2">
            {page.before ? (
              <ButtonLink href={dashboardAddress({ ...made, cursor: page.before, isBackwards: true })}>
                {t('common.previousPage')}
              </ButtonLink>
            ) : (
              <span />
            )}
            {page.after && (
              <ButtonLink href={dashboardAddress({ ...made, cursor: page.after, isBackwards: false })}>
                {t('common.nextPage')}
              </ButtonLink>
            )}
          </nav>
        </div>
        {open.post && (
          <PostPanel
            post={open.post}
            before={open.before}
            after={open.after}
            onShow={open.show}
            onClose={open.close}
            returnFocus={open.returnFocus}
          >
            <PostDetails
              key={open.post.id}
              id={open.post.id}
              categories={categories}
              version={version}
              onChanged={refresh}
              onDeleted={() => {
                open.show((open.after ?? open.before)?.id ?? null)
                refresh()
              }}
            />
          </PostPanel>
        )}
      </div>
    </>
  )
}
