import { Icon } from './icon'

export type SortDirection = 'ascending' | 'descending'

const icons = { ascending: 'up', descending: 'down' } as const

/** The arrow in a header that sorts: its direction, or both until a list is sorted by it. */
export function SortMark({ direction }: { direction: SortDirection | undefined }) {
  return (
    <Icon
      name={direction ? icons[direction] : 'sort'}
      className={`size-3.5 shrink-0 ${direction ? '' : 'opacity-70 group-hover/sort:opacity-100'}`}
    />
  )
}
