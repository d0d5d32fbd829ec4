'use client'

import { AppLink } from '../ui/app-link'

export function DashboardHeading({ title, current }: { title: string; current: DashboardPlace }) {
  return (
    <>
      <DashboardPlaces current={current} />
      <h1 className="mb-4 text-xl font-semibold">{title}</h1>
    </>
  )
}

const places = {
  '/dashboard': 'Posts',
  '/dashboard?view=inbox': 'Inbox',
  '/dashboard/duplicates': 'Duplicates',
  '/dashboard/reports': 'Reports',
  '/dashboard/hidden': 'Hidden',
  '/dashboard/changelog': 'Changelog',
  '/dashboard/people': 'People',
  '/dashboard/insights': 'Insights',
  '/dashboard/search': 'Search terms',
  '/dashboard/mails': 'Emails',
  '/dashboard/webhooks': 'Webhooks',
  '/dashboard/settings': 'Settings',
}
export type DashboardPlace = keyof typeof places

const forAdmins = ['/dashboard/search', '/dashboard/mails', '/dashboard/webhooks', '/dashboard/settings']

function DashboardPlaces({ current }: { current: DashboardPlace }) {
  return (
    <nav aria-label="Dashboard">
      <ul
        ref={showCurrent}
        className="relative mb-5 flex gap-4 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {Object.entries(places).map(([href, name]) => (
          <li key={href} className={forAdmins.includes(href) ? 'admin-only' : undefined}>
            <AppLink
              href={href}
              aria-current={href === current ? 'page' : undefined}
              className="-mb-px flex min-h-11 min-w-11 items-center justify-center border-b-2 border-transparent font-medium whitespace-nowrap text-ink-soft -outline-offset-2 hover:text-ink aria-[current=page]:border-accent-strong aria-[current=page]:text-ink"
            >
              {name}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function showCurrent(list: HTMLUListElement | null): void {
  const current = list?.querySelector<HTMLElement>('[aria-current]')
  if (list && current) list.scrollLeft = current.offsetLeft - (list.clientWidth - current.offsetWidth) / 2
}
