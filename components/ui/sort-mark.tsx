import { Icon } from './icon'

export type SortDirection = 'ascending' | 'descending'

const icons = { ascending: 'up', descending: 'down' } as const

/** The arrow in a header that sorts: its direction, or both until a list is sorted by it. */
export function SortMark({ direction }: { direction: SortDirection | undefined }) {
  return (
    <Icon
      name={direction ? icons[direction] : 'sort'}
      className={direction ? 'sort-mark' : 'sort-mark is-unsorted'}
    />
  )
}
