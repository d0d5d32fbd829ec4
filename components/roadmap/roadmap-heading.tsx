import { NewPostLink } from '@/components/post/new-post-link'
import { AppLink } from '@/components/ui/app-link'
import { Icon } from '@/components/ui/icon'
import { getSite } from '@/lib/queries/site'

const views = [
  { view: 'map', href: '/', name: 'Map', icon: 'map' },
  { view: 'table', href: '/?view=table', name: 'Table', icon: 'table' },
] as const

export async function RoadmapHeading({ view: current }: { view: 'map' | 'table' }) {
  const { welcome } = await getSite()
  return (
    <div className="mb-5 flex flex-wrap items-center gap-2 max-[359px]:[&>a>span]:sr-only md:gap-3">
      <h1 className="me-auto text-xl font-semibold">Roadmap</h1>
      <nav aria-label="View" className="segments no-print">
        {views.map(({ view, href, name, icon }) => (
          <AppLink key={view} href={href} aria-current={view === current ? 'page' : undefined}>
            <Icon name={icon} />
            <span className="max-sm:sr-only">{name}</span>
          </AppLink>
        ))}
      </nav>
      <NewPostLink />
      <p dir="auto" className="w-full pe-[max(0px,100%-75ch)] text-ink-soft">
        {welcome}
      </p>
    </div>
  )
}
