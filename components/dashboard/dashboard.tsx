'use client'

import { useRouter } from 'next/navigation'
import { type MouseEvent, useOptimistic, useState, useTransition } from 'react'
import { countOf, totalText } from '@/lib/text/count-text'
import { dashboardAddress, type DashboardQuery, queryText } from '@/lib/post/dashboard-query'
import type { Category } from '@/lib/queries/categories'
import type { DashboardPage, View } from '@/lib/queries/dashboard'
import type { TeamMember } from '@/lib/queries/people'
import type { Tag } from '@/lib/queries/triage'
import { useStateNames } from '../state/state-names'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { EmptyState, NextStep } from '../ui/empty-state'
import { focusNear } from '../ui/focus-near'
import { BulkBar } from './bulk-bar'
import { ColumnMenu } from './column-menu'
import { chipsOf, FilterChips } from '../team/filter-chips'
import { FilterPanel } from '../team/filter-panel'
import { PostDetails } from './post-details'
import { PostPanel } from './post-panel'
import { PostsTable } from './posts-table'
import { SearchPosts } from '../team/search-posts'
import { SortPanel } from './sort-panel'
import { ViewBar } from './view-bar'
import { useOpenPost } from './use-open-post'
import { useSelection } from './use-selection'

/** Every post, to sort, filter, choose and change. What is shown stands in the address. */
export function Dashboard(props: {
  query: DashboardQuery
  page: DashboardPage
  categories: Category[]
  tags: Tag[]
  team: TeamMember[]
  views: View[]
}) {
  // A cursor belongs to the order its page was made in.
  const { page, categories, tags, team, views, query: made } = props
  const router = useRouter()
  const [isLoading, startTransition] = useTransition()
  // What was asked for last, also while its page is on the way: two quick choices add up.
  const [query, setQuery] = useOptimistic(made)
  const [panel, setPanel] = useState<'filter' | 'sort' | null>(null)
  const [version, setVersion] = useState(0)
  const selection = useSelection(
    queryText({ ...made, filter: query.filter, sort: [], columns: [], cursor: null }),
  )
  const open = useOpenPost(page.rows)
  const chips = chipsOf(query.filter, categories, useStateNames(), team)
  const isFiltered = chips.length > 0 || Boolean(query.filter.text)

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

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchPosts
          text={query.filter.text ?? ''}
          onSearch={(text) => filterBy({ ...query.filter, text: text || undefined }, 'replace')}
        />
        <button
          type="button"
          aria-expanded={panel === 'filter'}
          onClick={() => toggle('filter')}
          className={buttonClass('outline', 'aria-expanded:bg-accent-soft')}
        >
          Filter
        </button>
        <button
          type="button"
          aria-expanded={panel === 'sort'}
          onClick={() => toggle('sort')}
          className={buttonClass('outline', 'aria-expanded:bg-accent-soft')}
        >
          Sort by {countOf(query.sort.length, 'rule')}
        </button>
        {isFiltered && (
          <button type="button" onClick={showAll} className={buttonClass('ghost')}>
            Delete filters
          </button>
        )}
        <div className="ms-auto flex gap-2">
          <ColumnMenu columns={query.columns} onChange={(columns) => show({ columns }, 'replace')} />
          <a
            href={`/dashboard/export?${queryText({ ...made, cursor: null })}`}
            download
            className={buttonClass('outline')}
          >
            Export CSV
          </a>
        </div>
      </div>
      <ViewBar views={views} query={queryText({ ...made, cursor: null })} onChanged={refresh} />
      {panel === 'filter' && (
        <FilterPanel
          // Made anew for another filter, but not for another text, which has a field of its own.
          key={JSON.stringify({ ...query.filter, text: undefined })}
          filter={query.filter}
          categories={categories}
          tags={tags}
          team={team}
          onApply={filterBy}
        />
      )}
      {panel === 'sort' && <SortPanel sort={query.sort} onChange={(sort) => show({ sort })} />}
      <FilterChips chips={chips} onChange={filterBy} />
      <div
        className={
          open.post
            ? 'items-start gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_24rem]'
            : ''
        }
      >
        <div>
          <div
            className="@container overflow-clip rounded-lg border border-line bg-surface"
            aria-busy={isLoading}
          >
            <BulkBar
              selection={selection}
              filter={query.filter}
              total={page.total}
              isTotalExact={page.isTotalExact}
              categories={categories}
              tags={tags}
              team={team}
              onChanged={refresh}
            >
              <p role="status" className="tabular text-ink-soft">
                {isLoading ? 'Loading...' : `${totalText(page)} ${page.total === 1 ? 'post' : 'posts'}`}
              </p>
            </BulkBar>
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
            {page.rows.length === 0 && (
              <div className="p-3">
                <EmptyState
                  action={
                    isFiltered ? (
                      <button type="button" onClick={showAll} className={buttonClass('outline')}>
                        Show all posts
                      </button>
                    ) : (
                      <NextStep href="/new-features#new-post">Create a post</NextStep>
                    )
                  }
                >
                  Nothing here yet...
                </EmptyState>
              </div>
            )}
          </div>
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
