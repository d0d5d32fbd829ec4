'use client'

import { useParams, useRouter, useSelectedLayoutSegment } from 'next/navigation'
import { useViewer } from '@/lib/session/browser/store'
import { isTeam } from '@/lib/session/is-team'
import { AppLink } from '../ui/app-link'
import { DeliberateSelect } from '../ui/deliberate-select'
import { Icon } from '../ui/icon'

/** The places of the site, in the order of the navigation. */
const everySection = [
  { href: '/dashboard', name: 'Dashboard' },
  { href: '/', name: 'Roadmap' },
  { href: '/new-features', name: 'Feedback' },
  { href: '/changelog', name: 'Changelog' },
] as const

export type SectionName = (typeof everySection)[number]['name']

type Shown = { hasChangelog: boolean }

/** The sections this person gets to see: the dashboard is for the team only, the changelog has something in it. */
function useSections({ hasChangelog }: Shown) {
  const isOfTeam = isTeam(useViewer())
  return everySection.filter(({ name }) =>
    name === 'Dashboard' ? isOfTeam : name !== 'Changelog' || hasChangelog,
  )
}

/** Read from the route, not the address: rewrites make them differ, and the server must render the same. */
function useCurrentSection(): SectionName | null {
  const { category } = useParams<{ category?: string }>()
  const segment = useSelectedLayoutSegment()
  if (segment === 'roadmap' || (segment === 'more' && category === 'roadmap')) return 'Roadmap'
  if (segment === 'dashboard') return 'Dashboard'
  if (segment === 'changelog') return 'Changelog'
  return category || segment === 'more' ? 'Feedback' : null
}

/** The search box stands on the roadmap and on the search page only. */
export function useHasSearchBox(): boolean {
  const segment = useSelectedLayoutSegment()
  const section = useCurrentSection()
  return section === 'Roadmap' || segment === 'search'
}

export function NavigationTabs(shown: Shown) {
  const sections = useSections(shown)
  const current = useCurrentSection()
  return (
    <nav aria-label="Main" className="ms-2 hidden h-14 shrink-0 md:flex">
      <ul className="main-navigation flex items-center gap-1">
        {sections.map(({ href, name }) => (
          <li key={name} className="flex self-stretch">
            <AppLink
              href={href}
              aria-current={current === name ? 'page' : undefined}
              className="relative flex items-center px-2.5 font-medium text-ink-soft after:absolute after:inset-x-2.5 after:bottom-0 after:h-0.5 hover:text-ink aria-[current=page]:text-ink aria-[current=page]:after:bg-accent-strong"
            >
              {name}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The navigation on narrow screens. Without JavaScript the same places are plain links. */
export function SectionSelect(shown: Shown) {
  const router = useRouter()
  const sections = useSections(shown)
  const current = useCurrentSection()
  return (
    <>
      <div className="section-select script-only">
        <DeliberateSelect
          aria-label="Section"
          value={sections.find(({ name }) => name === current)?.href ?? ''}
          onChoose={(href) => router.push(href)}
        >
          <option value="" disabled hidden>
            Select a section.
          </option>
          {sections.map(({ href, name }) => (
            <option key={name} value={href}>
              {name}
            </option>
          ))}
        </DeliberateSelect>
        <Icon name="down" />
      </div>
      <noscript>
        <nav aria-label="Main" className="flex h-11 items-center gap-3 font-medium underline md:hidden">
          {sections.map(({ href, name }) => (
            <a key={name} href={href}>
              {name}
            </a>
          ))}
        </nav>
      </noscript>
    </>
  )
}
