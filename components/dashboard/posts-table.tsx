'use client'

import { FlexRender, useTable } from '@tanstack/react-table'
import { Fragment, useState } from 'react'
import type { SortKey, SortRule } from '@/lib/post/dashboard-query'
import type { Category } from '@/lib/queries/categories'
import type { DashboardRow } from '@/lib/queries/dashboard'
import { EmptyState } from '../ui/empty-state'
import { Icon } from '../ui/icon'
import { ExpandedPost } from './expanded-post'
import { columns, features } from './post-columns'
import type { Selection } from './use-selection'

/** Left out on a phone, where the title's cell says the same. */
const wideOnly = new Set(['created_at', 'state'])
const cellClass = (id: string) =>
  `px-2 py-2.5 align-top whitespace-nowrap ${wideOnly.has(id) ? 'hidden md:table-cell' : ''} ${id === 'votes' ? 'tabular text-end' : ''} ${id === 'title' ? 'w-full !whitespace-normal' : ''}`

export function PostsTable(props: {
  rows: DashboardRow[]
  sort: SortRule[]
  onSort: (sort: SortRule[]) => void
  selection: Selection
  categories: Category[]
  isLoading: boolean
  onChanged: () => void
}) {
  const { rows, sort, onSort, selection, categories, isLoading, onChanged } = props
  const [expanded, setExpanded] = useState<Record<string, boolean> | true>({})
  const rowSelection = Object.fromEntries(
    rows.filter(({ id }) => selection.has(id)).map(({ id }) => [String(id), true as const]),
  )
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: ({ id }) => String(id),
    getRowCanExpand: () => true,
    manualSorting: true,
    autoResetExpanded: false,
    state: { rowSelection, expanded, sorting: sort.map(({ by, desc }) => ({ id: by, desc })) },
    onExpandedChange: setExpanded,
    onRowSelectionChange: (updater) => {
      const next = typeof updater === 'function' ? updater(rowSelection) : updater
      selection.set(
        rows.filter(({ id }) => next[String(id)]),
        true,
      )
      selection.set(
        rows.filter(({ id }) => !next[String(id)]),
        false,
      )
    },
  })

  /** A click on a column's head sorts by that column alone; clicking it again turns the direction round. */
  function sortBy(by: SortKey) {
    const current = sort.find((rule) => rule.by === by)
    onSort([{ by, desc: current && sort.length === 1 ? !current.desc : by !== 'title' }])
  }

  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface" aria-busy={isLoading}>
      <table className={`w-full ${isLoading ? 'opacity-60' : ''}`}>
        <caption className="caption-bottom border-t border-line px-3 py-2 text-start text-xs text-ink-soft">
          A list of all the posts.
        </caption>
        <thead className="bg-sunken text-xs text-ink-soft">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const rule = sort.find(({ by }) => by === header.column.id)
                const canSort = header.column.id !== 'select' && header.column.id !== 'expand'
                return (
                  <th
                    key={header.id}
                    scope="col"
                    aria-sort={rule && (rule.desc ? 'descending' : 'ascending')}
                    className={`${cellClass(header.column.id)} text-start font-medium`}
                  >
                    {canSort ? (
                      <button
                        type="button"
                        onClick={() => sortBy(header.column.id as SortKey)}
                        className="inline-flex items-center gap-1 rounded-md hover:text-ink"
                      >
                        <FlexRender header={header} />
                        {rule && <Icon name={rule.desc ? 'down' : 'up'} className="size-3" />}
                      </button>
                    ) : (
                      <FlexRender header={header} />
                    )}
                  </th>
                )
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <Fragment key={row.id}>
              <tr
                aria-selected={row.getIsSelected()}
                className="border-t border-line hover:bg-sunken aria-selected:bg-accent-soft"
              >
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} className={cellClass(cell.column.id)}>
                    <FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
              {row.getIsExpanded() && (
                <tr>
                  <td colSpan={6} className="border-t border-line bg-page p-3 sm:p-4">
                    <ExpandedPost id={row.original.id} categories={categories} onChanged={onChanged} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <EmptyState>Nothing here yet...</EmptyState>}
    </div>
  )
}
