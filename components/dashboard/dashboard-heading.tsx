'use client'

import { t } from '@/lib/words/t'
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
  get '/dashboard'() {
    return t('common.posts')
  },
  get '/dashboard?view=inbox'() {
    return t('common.inbox')
  },
  get '/dashboard/duplicates'() {
    return t('dashboard.heading.duplicates')
  },
  get '/dashboard/reports'() {
    return t('common.reports')
  },
  get '/dashboard/hidden'() {
    return t('common.hidden')
  },
  get '/dashboard/people'() {
    return t('common.people')
  },
  get '/dashboard/insights'() {
    return t('common.insights')
  },
  get '/dashboard/search'() {
    return t('common.searchTerms')
  },
  get '/dashboard/mails'() {
    return t('common.emails')
  },
  get '/dashboard/webhooks'() {
    return t('common.webhooks')
  },
  get '/dashboard/settings'() {
    return t('common.settings')
  },
}
export type DashboardPlace = keyof typeof places

const forAdmins = ['/dashboard/search', '/dashboard/mails', '/dashboard/webhooks', '/dashboard/settings']

function DashboardPlaces({ current }: { current: DashboardPlace }) {
  return (
    <nav aria-label={t('common.dashboard')}>
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
