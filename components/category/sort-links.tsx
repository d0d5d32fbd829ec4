import { AppLink } from '@/components/ui/app-link'
import { listAddress, type ListFilter } from '@/lib/post/list-address'

const sorts = [
  { order: 'top', name: 'Top' },
  { order: 'newest', name: 'Newest' },
  { order: 'trending', name: 'Trending' },
] as const

export function SortLinks({ filter }: { filter: ListFilter }) {
  return (
    <nav aria-label="Sort" className="mb-3 flex rounded-md border border-line bg-surface p-0.5">
      {sorts.map(({ order, name }) => (
        <AppLink
          key={order}
          href={listAddress({ ...filter, order })}
          aria-current={order === (filter.order ?? 'top') ? 'true' : undefined}
          className="flex min-h-8 items-center rounded-[0.25rem] px-2.5 font-medium text-ink-soft hover:text-ink aria-[current]:bg-sunken aria-[current]:text-ink"
        >
          {name}
        </AppLink>
      ))}
    </nav>
  )
}
