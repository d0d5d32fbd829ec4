'use client'

import { commaList } from '@/lib/words/list-text'
import { t } from '@/lib/words/t'
import {
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  rowExpandingFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import { type ChangeEventHandler, type KeyboardEvent, startTransition, useOptimistic } from 'react'
import { postAddress } from '@/lib/post/address'
import { moreColumns } from '@/lib/post/dashboard-query'
import type { DashboardRow } from '@/lib/queries/dashboard'
import { readingDirection } from '@/lib/browser/reading-direction'
import { countText } from '@/lib/words/count-text'
import { quarterText } from '@/lib/text/quarters'
import type { PostState } from '@/lib/post/states'
import { PersonName } from '../person/person-name'
import { AppLink } from '../ui/app-link'
import { Icon } from '../ui/icon'
import { LongDate } from '../ui/long-date'
import { PostStateBadge, useStateNames } from '../state/post-state'
import { useStateChoices } from '../state/state-choices'
import { ChoiceMenu } from '../ui/choice-menu'
import { toastProblem } from '../ui/toast-store'
import { actOn, changeState, type SeenPost, usePostActs } from '../team/post-acts'
import { expanderId, panelId } from './post-panel'

export const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowExpandingFeature,
  rowSortingFeature,
  tableMeta: metaHelper<{ onChanged: () => void; walk: (event: KeyboardEvent) => void }>(),
})
const column = createColumnHelper<typeof features, DashboardRow>()

const boxClass = 'flex h-10 w-[44px] @xl:w-12 cursor-pointer items-center justify-center pointer-coarse:h-11'

export const columns = column.columns([
  column.display({
    id: 'select',
    header: ({ table }) => (
      <SelectAll
        isAll={table.getIsAllRowsSelected()}
        isSome={table.getIsSomeRowsSelected()}
        onChange={table.getToggleAllRowsSelectedHandler()}
      />
    ),
    cell: ({ row, table }) => (
      <label className={boxClass}>
        <input
          type="checkbox"
          aria-label={t('dashboard.postColumns.select', { title: row.original.title })}
          checked={row.getIsSelected()}
          onChange={row.getToggleSelectedHandler()}
          onKeyDown={table.options.meta?.walk}
        />
      </label>
    ),
  }),
  column.display({
    id: 'expand',
    header: () => <span className="sr-only">{t('dashboard.postColumns.expand')}</span>,
    cell: ({ row, table }) => (
      <button
        id={expanderId(row.original.id)}
        type="button"
        aria-expanded={row.getIsExpanded()}
        aria-controls={row.getIsExpanded() ? panelId : undefined}
        // The panel is at the end of a line.
        aria-keyshortcuts={
          row.getIsExpanded()
            ? `ArrowUp ArrowDown ${readingDirection() === 'rtl' ? 'ArrowLeft' : 'ArrowRight'}`
            : 'ArrowUp ArrowDown'
        }
        aria-label={t('dashboard.postColumns.expandNamed', { title: row.original.title })}
        onClick={row.getToggleExpandedHandler()}
        onKeyDown={table.options.meta?.walk}
        className="flex h-10 w-[36px] items-center justify-center rounded-md text-ink-soft outline-offset-[-2px] hover:text-ink aria-expanded:text-accent-ink pointer-coarse:h-11 pointer-coarse:w-[44px]"
      >
        <Icon
          name="down"
          className={`size-4 ${row.getIsExpanded() ? 'rotate-90 rtl:-rotate-90' : '-rotate-90 rtl:rotate-90'}`}
        />
      </button>
    ),
  }),
  column.accessor('createdAt', {
    id: 'created_at',
    header: () => t('common.createdAt'),
    cell: ({ getValue }) => <LongDate iso={getValue()} />,
  }),
  column.accessor('state', {
    header: () => t('common.state'),
    cell: ({ row, table }) => (
      <StateMenu post={row.original} onChanged={() => table.options.meta?.onChanged()} />
    ),
  }),
  column.accessor('votesTotal', {
    id: 'votes',
    header: () => t('common.votes'),
    cell: ({ getValue }) => (
      <span className="flex items-center justify-end gap-1">
        <Icon name="vote" className="size-3.5 text-ink-soft @xl:hidden" />
        {countText(getValue())}
      </span>
    ),
  }),
  column.accessor('title', {
    header: () => t('common.title'),
    cell: ({ row: { original }, table }) => (
      <span className="flex min-w-0 items-baseline gap-2">
        <AppLink
          href={postAddress(original)}
          dir="auto"
          className="-my-0.5 line-clamp-3 py-0.5 font-medium hover:underline @max-[14rem]:line-clamp-none @xl:line-clamp-1"
        >
          {original.title}
        </AppLink>
        {!table.getColumn('category')?.getIsVisible() && (
          <span dir="auto" className="hidden max-w-32 shrink-0 truncate text-xs text-ink-soft @3xl:inline">
            {original.categoryName}
          </span>
        )}
      </span>
    ),
  }),
  column.accessor('categoryName', { id: 'category', header: () => moreColumns.category }),
  column.accessor('authorName', {
    id: 'author',
    header: () => moreColumns.author,
    cell: ({ row: { original } }) => (
      <PersonName id={original.authorId} name={original.authorName} isTeam={false} />
    ),
  }),
  column.accessor('commentsTotal', {
    id: 'comments',
    header: () => moreColumns.comments,
    cell: ({ getValue }) => countText(getValue()),
  }),
  column.accessor('updatedAt', {
    id: 'updated_at',
    header: () => moreColumns.updated_at,
    cell: ({ getValue }) => getValue() && <LongDate iso={getValue()!} />,
  }),
  column.accessor('tags', { header: () => moreColumns.tags, cell: ({ getValue }) => commaList(getValue()) }),
  column.accessor('notesTotal', {
    id: 'notes',
    header: () => moreColumns.notes,
    cell: ({ getValue }) => (getValue() > 0 ? countText(getValue()) : ''),
  }),
  column.accessor('assigneeName', {
    id: 'assignee',
    header: () => moreColumns.assignee,
    cell: ({ getValue }) => <bdi>{getValue()}</bdi>,
  }),
  column.accessor('quarter', {
    header: () => moreColumns.quarter,
    cell: ({ getValue }) => getValue() && quarterText(getValue()!),
  }),
  column.accessor('companies', {
    header: () => moreColumns.companies,
    cell: ({ getValue }) => (getValue() > 0 ? countText(getValue()) : ''),
  }),
  column.accessor('monthlyValue', {
    id: 'monthly_value',
    header: () => moreColumns.monthly_value,
    cell: ({ getValue }) => (getValue() > 0 ? countText(Math.round(getValue())) : ''),
  }),
])

export function SelectAll(props: {
  isAll: boolean
  isSome: boolean
  onChange: ChangeEventHandler<HTMLInputElement>
}) {
  const { isAll, isSome, onChange } = props
  return (
    <label className={boxClass}>
      <input
        type="checkbox"
        aria-label={t('dashboard.postColumns.selectAllRowsOn')}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = isSome && !isAll
        }}
        onChange={onChange}
      />
    </label>
  )
}

function StateMenu({ post, onChanged }: { post: DashboardRow; onChanged: () => void }) {
  const { title } = post
  const stateNames = useStateNames()
  const [state, setState] = useOptimistic(post.state)
  const acts = usePostActs(onChanged)

  const change = (next: PostState) =>
    startTransition(async () => {
      setState(next)
      await acts.perform({
        ...actOn<SeenPost>([post], changeState(next), () =>
          t('dashboard.postColumns.movedTo', { state: stateNames[next] }),
        ),
        onProblem: (description) =>
          description && toastProblem(t('dashboard.postColumns.theStateWasntChanged'), description),
      })
    })

  return (
    <ChoiceMenu
      label={t('dashboard.postColumns.stateOf', { title, state: stateNames[state] })}
      choices={useStateChoices()}
      value={state}
      onChoose={({ value }) => change(value)}
      className="group/state flex h-10 items-center gap-0.5 rounded-md outline-offset-[-2px] pointer-coarse:h-11"
    >
      <PostStateBadge state={state} />
      <Icon name="down" className="size-3 shrink-0 text-ink-soft opacity-60 group-hover/state:opacity-100" />
    </ChoiceMenu>
  )
}
