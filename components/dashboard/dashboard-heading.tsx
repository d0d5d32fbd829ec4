import { AppLink } from '../ui/app-link'

const places = {
  '/dashboard': 'Posts',
  '/dashboard/duplicates': 'Duplicates',
  '/dashboard/reports': 'Reports',
  '/dashboard/hidden': 'Hidden',
  '/dashboard/people': 'People',
  '/dashboard/search': 'Search words',
  '/dashboard/mails': 'Mails',
  '/dashboard/webhooks': 'Webhooks',
  '/dashboard/settings': 'Settings',
}

/** What is a setting, and so an admin's. */
const forAdmins = ['/dashboard/search', '/dashboard/mails', '/dashboard/webhooks']

/** The heading of one of the dashboard's pages, and the ways to the others. */
export function DashboardHeading({ title, current }: { title: string; current: keyof typeof places }) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <h1 className="text-xl font-semibold">{title}</h1>
      <nav aria-label="Dashboard" className="-mx-2.5">
        <ul className="flex flex-wrap">
          {Object.entries(places).map(([href, name]) => (
            <li key={href} className={forAdmins.includes(href) ? 'admin-only' : undefined}>
              <AppLink
                href={href}
                aria-current={href === current ? 'page' : undefined}
                className="flex min-h-9 items-center rounded-md px-2.5 font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:text-ink pointer-coarse:min-h-11"
              >
                {name}
              </AppLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
