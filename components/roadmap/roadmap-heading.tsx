import { AppLink } from '@/components/ui/app-link'
import { Icon } from '@/components/ui/icon'

const views = [
  { view: 'map', href: '/', name: 'Map', icon: 'map' },
  { view: 'table', href: '/?view=table', name: 'Table', icon: 'table' },
] as const

export function RoadmapHeading({ view: current }: { view: 'map' | 'table' }) {
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-3">
      <div>
        <h1 className="text-xl font-semibold">Roadmap</h1>
        <p className="mt-1 text-ink-soft">What we have heard, what we are building and what is done.</p>
      </div>
      <nav aria-label="View" className="flex rounded-md border border-line bg-surface p-0.5">
        {views.map(({ view, href, name, icon }) => (
          <AppLink
            key={view}
            href={href}
            aria-current={view === current ? 'page' : undefined}
            className="flex min-h-8 items-center gap-1.5 rounded-[0.25rem] px-2.5 text-sm font-medium text-ink-soft hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink"
          >
            <Icon name={icon} />
            {name}
          </AppLink>
        ))}
      </nav>
    </div>
  )
}
