'use client'

import { t } from '@/lib/words/t'
import { FlexRender, useTable } from '@tanstack/react-table'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import {
  type MoreColumn,
  moreColumns,
  newestFirst,
  type SortKey,
  sortKeys,
  type SortRule,
} from '@/lib/post/dashboard-query'
import type { DashboardRow } from '@/lib/queries/dashboard'
import { SortMark } from '../ui/sort-mark'
import { useChecksBeforeHydration } from '../ui/use-checks-before-hydration'
import { columns, features, SelectAll } from './post-columns'
import { panelId } from './post-panel'
import type { Selection } from './selection'
import { SortSelect } from './table-settings'

/** Chosen columns are shown in a wide table, which scrolls if they need more room. */
const moreLook = 'hidden px-2 @xl:table-cell'

/**
 * The classes of each column's cells. In a narrow table, each row is a card: title, then state, votes and date, or with
 * large text everything below each other, under the checkbox.
 */
const looks: Record<string, string> = {
  select:
    '@max-[14rem]:row-span-1 @max-xl:col-start-1 @max-xl:row-span-3 @max-xl:row-start-1 @max-xl:self-start',
  expand:
    '@max-[14rem]:col-start-2 @max-[14rem]:row-span-1 @max-[14rem]:justify-self-end @max-xl:col-start-5 @max-xl:row-span-3 @max-xl:row-start-1 @max-xl:self-start',
  created_at:
    'text-ink-soft @max-[14rem]:row-start-5 @max-[14rem]:whitespace-normal @max-xl:text-xs @max-[22rem]:col-span-3 @max-[22rem]:col-start-2 @max-[22rem]:row-start-3 @max-[22rem]:pb-2 @min-[22rem]:@max-xl:col-span-2 @min-[22rem]:@max-xl:col-start-4 @min-[22rem]:@max-xl:row-start-2 @min-[22rem]:@max-xl:ps-2 @xl:px-2 @xl:@max-3xl:text-xs',
  state: '@max-[14rem]:row-start-3 @max-xl:col-start-2 @max-xl:row-start-2 @xl:px-1',
  votes:
    'tabular px-2 text-end @max-[14rem]:row-start-4 @max-[22rem]:col-start-4 @max-[22rem]:justify-self-start @min-[22rem]:@max-xl:col-start-3 @max-xl:row-start-2',
  title:
    '@max-[14rem]:row-start-2 @max-[14rem]:pt-0 @max-xl:col-span-3 @max-xl:col-start-2 @max-xl:row-start-1 @max-xl:self-start @max-xl:pt-2.5 @xl:w-full @xl:max-w-0 @xl:min-w-48 @xl:sticky @xl:start-0 @xl:z-[1] @xl:bg-inherit @xl:ps-2 @xl:pe-3 !whitespace-normal',
  category: moreLook,
  author: `${moreLook} max-w-40 truncate`,
  comments: `tabular ${moreLook} text-end`,
  updated_at: `${moreLook} text-ink-soft`,
  tags: `${moreLook} max-w-48 truncate`,
  notes: `tabular ${moreLook} text-end`,
  assignee: `${moreLook} max-w-40 truncate`,
  quarter: `tabular ${moreLook}`,
  companies: `tabular text-end ${moreLook}`,
  monthly_value: `tabular text-end ${moreLook}`,
}
const cellClass = (id: string) => `whitespace-nowrap ${looks[id] ?? ''}`

const isControl = (element: Element) => element.closest('a, button, input, label, [role=menu]') !== null

export function PostsTable(props: {
  rows: DashboardRow[]
  sort: SortRule[]
  more: MoreColumn[]
  onSort: (sort: SortRule[]) => void
  selection: Selection
  openId: number | null
  onOpen: (id: number | null) => void
  isLoading: boolean
  onChanged: () => void
}) {
  const { rows, more, onSort, selection, openId, onOpen, isLoading, onChanged } = props
  const sort = props.sort.length > 0 ? props.sort : newestFirst
  const rowSelection = Object.fromEntries(
    rows.filter(({ id }) => selection.has(id)).map(({ id }) => [String(id), true as const]),
  )
  const place = useRef<HTMLTableElement>(null)
  useChecksBeforeHydration(place)
  const toggle = (id: number) => onOpen(id === openId ? null : id)
  const table = useTable({
    features,
    columns,
    data: rows,
    meta: { onChanged, walk },
    getRowId: ({ id }) => String(id),
    getRowCanExpand: () => true,
    manualSorting: true,
    autoResetExpanded: false,
    state: {
      columnVisibility: Object.fromEntries(
        Object.keys(moreColumns).map((column) => [column, more.includes(column as MoreColumn)]),
      ),
      rowSelection,
      expanded: openId === null ? {} : { [openId]: true },
      sorting: sort.map(({ by, desc }) => ({ id: by, desc })),
    },
    // One post is open at a time; pressing another opens that one.
    onExpandedChange: (updater) => {
      const before = openId === null ? {} : { [openId]: true }
      const next = typeof updater === 'function' ? updater(before) : updater
      const pressed = Object.keys(next).find((id) => Number(id) !== openId)
      onOpen(pressed === undefined ? null : Number(pressed))
    },
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

  /** Clicking a column's header sorts by that column only; clicking it again reverses the order. */
  function sortBy(by: SortKey) {
    const current = sort.find((rule) => rule.by === by)
    onSort([{ by, desc: current && sort.length === 1 ? !current.desc : by !== 'title' }])
  }

  /** The panel follows the arrow keys through the rows, and the arrow key towards the panel moves the focus into it. */
  function walk(event: KeyboardEvent) {
    const id = focusNextRow(event)
    if (openId === null) return
    if (id !== null) onOpen(id)
    if (event.key === (document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'))
      document.getElementById(panelId)?.focus()
  }

  return (
    <table ref={place} className={`w-full ${isLoading ? 'opacity-60' : ''}`}>
      <caption className="sr-only">{t('dashboard.postsTable.aListOfAll')}</caption>
      <thead className="bg-sunken text-xs text-ink-soft max-[38.125rem]:hidden">
        {table.getHeaderGroups().map((group) => (
          <tr
            key={group.id}
            className="bg-sunken @max-xl:flex @max-xl:items-center @max-xl:justify-between @max-xl:pe-3 @max-[22rem]:pe-1 @max-xl:[&>th[data-id]]:hidden"
          >
            {group.headers.map((header) => {
              const rule = sort.find(({ by }) => by === header.column.id)
              const direction = rule && (rule.desc ? 'descending' : 'ascending')
              const canSort = Object.hasOwn(sortKeys, header.column.id)
              return (
                <th
                  key={header.id}
                  scope="col"
                  aria-sort={direction}
                  data-id={canSort ? header.column.id : undefined}
                  className={`${cellClass(header.column.id)} text-start font-medium`}
                >
                  {canSort ? (
                    <button
                      type="button"
                      onClick={() => sortBy(header.column.id as SortKey)}
                      className={`inline-flex min-h-9 items-center gap-1 rounded-md hover:text-ink hover:underline pointer-coarse:min-h-11 ${rule ? 'text-ink' : ''}`}
                    >
                      <FlexRender header={header} />
                      <SortMark direction={direction} />
                    </button>
                  ) : (
                    <FlexRender header={header} />
                  )}
                </th>
              )
            })}
            <th className="min-w-0 @xl:hidden">
              {sort.length <= 1 && <SortSelect sort={sort} onSort={onSort} />}
            </th>
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr
            key={row.id}
            data-id={row.id}
            aria-selected={row.getIsSelected()}
            aria-current={row.getIsExpanded() || undefined}
            onClick={(event: MouseEvent<HTMLElement>) => {
              if (!isControl(event.target as Element)) toggle(row.original.id)
            }}
            className="h-11 scroll-mt-32 border-t bg-surface @max-xl:grid @max-xl:grid-cols-[44px_auto_auto_minmax(0,1fr)_auto] @max-[14rem]:grid-cols-[44px_minmax(0,1fr)] @max-[14rem]:[&>td:nth-child(n+3)]:col-span-full @max-[14rem]:[&>td:nth-child(n+3)]:px-[min(0.75rem,4vw)] @max-xl:h-auto @max-xl:items-center @max-xl:py-1 border-line hover:bg-sunken aria-selected:bg-accent-soft aria-[current=true]:bg-sunken aria-[current=true]:shadow-[inset_3px_0_var(--accent-strong)] rtl:aria-[current=true]:shadow-[inset_-3px_0_var(--accent-strong)] forced-colors:aria-[current=true]:outline-2 forced-colors:aria-[current=true]:-outline-offset-2"
          >
            {row.getVisibleCells().map((cell) => (
              <td
                key={cell.id}
                // Not of numbers, which have no direction of their own.
                dir={cellClass(cell.column.id).includes('truncate') ? 'auto' : undefined}
                className={cellClass(cell.column.id)}
              >
                <FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What a phone has in place of the columns' heads, in one row with the number of posts. */
export function PhoneHead(props: {
  rows: DashboardRow[]
  selection: Selection
  sort: SortRule[]
  onSort: (sort: SortRule[]) => void
  children: ReactNode
}) {
  const { rows, selection, sort, onSort, children } = props
  const place = useRef<HTMLDivElement>(null)
  useChecksBeforeHydration(place)
  const chosen = rows.filter(({ id }) => selection.has(id)).length
  return (
    <div ref={place} className="contents">
      {rows.length > 0 && (
        <div className="-ms-3 min-[38.125rem]:hidden">
          <SelectAll
            isAll={chosen === rows.length}
            isSome={chosen > 0}
            onChange={({ currentTarget }) => selection.set(rows, currentTarget.checked)}
          />
        </div>
      )}
      {children}
      {rows.length > 0 && chosen === 0 && sort.length <= 1 && (
        <div className="-me-3 ms-auto flex min-w-0 flex-1 basis-24 justify-end min-[38.125rem]:hidden">
          <SortSelect sort={sort} onSort={onSort} />
        </div>
      )}
    </div>
  )
}

const steps: Record<string, 1 | -1 | undefined> = { ArrowDown: 1, ArrowUp: -1 }

/** Arrow up and down move the focus to the same control of the next row. Returns that row's id. */
function focusNextRow(event: KeyboardEvent): number | null {
  const step = steps[event.key]
  const cell = event.currentTarget.closest('td')
  const row = event.currentTarget.closest('tr')
  if (!step || !cell || !row) return null
  const next = (step === 1 ? row.nextElementSibling : row.previousElementSibling) as HTMLElement | null
  if (!next) return null
  event.preventDefault()
  next.children[cell.cellIndex]?.querySelector<HTMLElement>('input, button')?.focus()
  next.scrollIntoView({ block: 'nearest' })
  return Number(next.dataset.id)
}
