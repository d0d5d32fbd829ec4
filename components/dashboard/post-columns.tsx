import {
  createColumnHelper,
  rowExpandingFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import { postAddress } from '@/lib/post/address'
import type { DashboardRow } from '@/lib/queries/dashboard'
import { countText } from '@/lib/text/count-text'
import { PostStateBadge } from '../post/post-state-badge'
import { AppLink } from '../ui/app-link'
import { Icon } from '../ui/icon'
import { LongDate } from '../ui/long-date'

export const features = tableFeatures({ rowSelectionFeature, rowExpandingFeature, rowSortingFeature })
const column = createColumnHelper<typeof features, DashboardRow>()

export const columns = column.columns([
  column.display({
    id: 'select',
    header: ({ table }) => (
      <input
        type="checkbox"
        aria-label="Select all rows of this page"
        checked={table.getIsAllRowsSelected()}
        ref={(box) => {
          if (box) box.indeterminate = table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()
        }}
        onChange={table.getToggleAllRowsSelectedHandler()}
        className="size-4 accent-accent"
      />
    ),
    cell: ({ row }) => (
      <input
        type="checkbox"
        aria-label={`Select ${row.original.title}`}
        checked={row.getIsSelected()}
        onChange={row.getToggleSelectedHandler()}
        className="size-4 accent-accent"
      />
    ),
  }),
  column.display({
    id: 'expand',
    header: () => <span className="sr-only">Expand</span>,
    cell: ({ row }) => (
      <button
        type="button"
        aria-expanded={row.getIsExpanded()}
        aria-label={`Show more of ${row.original.title}`}
        onClick={row.getToggleExpandedHandler()}
        className="flex size-7 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
      >
        <Icon name={row.getIsExpanded() ? 'up' : 'down'} />
      </button>
    ),
  }),
  column.accessor('createdAt', {
    id: 'created_at',
    header: 'Created at',
    cell: ({ getValue }) => <LongDate iso={getValue()} />,
  }),
  column.accessor('state', {
    header: 'State',
    cell: ({ getValue }) => <PostStateBadge state={getValue()} />,
  }),
  column.accessor('votesTotal', {
    id: 'votes',
    header: 'Votes',
    cell: ({ getValue }) => countText(getValue()),
  }),
  column.accessor('title', {
    header: 'Title',
    cell: ({ row: { original } }) => (
      <>
        <AppLink href={postAddress(original)} className="font-medium hover:underline">
          <span dir="auto">{original.title}</span>
        </AppLink>
        <span className="mt-1 flex flex-wrap items-center gap-2 text-xs text-ink-soft">
          <span className="md:hidden">
            <PostStateBadge state={original.state} />
          </span>
          {original.categoryName}, {original.authorName ?? 'Deleted user'}
          <span className="md:hidden">
            <LongDate iso={original.createdAt} />
          </span>
        </span>
      </>
    ),
  }),
])
