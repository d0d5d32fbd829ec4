import { AppLink } from '@/components/ui/app-link'
import { listAddress, type ListFilter } from '@/lib/post/address'

const sorts = [
  { order: 'top', name: 'Top' },
  { order: 'newest', name: 'Newest' },
  { order: 'trending', name: 'Trending' },
] as const

export function SortLinks({ filter }: { filter: ListFilter }) {
  return (
    <nav aria-label="Sort" className="segments no-print mb-3">
      {sorts.map(({ order, name }) => (
        <AppLink
          key={order}
          href={listAddress({ ...filter, order })}
          aria-current={order === (filter.order ?? 'top') ? 'true' : undefined}
        >
          {name}
        </AppLink>
      ))}
    </nav>
  )
}
