'use client'

import { t } from '@/lib/words/t'
import { useParams, useRouter, useSelectedLayoutSegment } from 'next/navigation'
import { useStore } from '@/lib/browser/create-store'
import { useSession } from '@/lib/session/browser/store'
import { isTeam } from '@/lib/session/is-team'
import { AppLink } from '../ui/app-link'
import { DeliberateSelect } from '../ui/deliberate-select'
import { Icon } from '../ui/icon'
import { isMissing } from './error-page'

const everySection = [
  { href: '/dashboard', section: 'dashboard' },
  { href: '/', section: 'roadmap' },
  { href: '/new-features', section: 'feedback' },
  { href: '/changelog', section: 'changelog' },
] as const

type Section = (typeof everySection)[number]['section']

type Shown = { hasChangelog: boolean }

/** The sections this person sees: the dashboard is only for the team, the changelog only if it has entries. */
function useSections({ hasChangelog }: Shown) {
  const { viewer, status } = useSession()
  // The server only shows the dashboard to the team, so its link is there before the browser knows the viewer.
  const isInDashboard = useSelectedLayoutSegment() === 'dashboard'
  const mayBeOfTeam = viewer ? isTeam(viewer) : status !== 'signed-out'
  return everySection
    .filter(({ section }) =>
      section === 'dashboard' ? mayBeOfTeam : section !== 'changelog' || hasChangelog,
    )
    .map((place) => ({
      ...place,
      name: t(`common.${place.section}`),
      isForTeam: place.section === 'dashboard' && !viewer && !isInDashboard,
    }))
}

/** Read from the route, not the address: rewrites make them differ, and the server must render the same. */
function useSectionOfRoute(): Section | null {
  const { category } = useParams<{ category?: string }>()
  const segment = useSelectedLayoutSegment()
  if (segment === 'roadmap' || (segment === 'more' && category === 'roadmap')) return 'roadmap'
  // For everyone outside the team, a person's pages are in no section.
  if (segment === 'dashboard' || segment === 'people') return 'dashboard'
  if (segment === 'changelog') return 'changelog'
  return category || segment === 'more' ? 'feedback' : null
}

/** None on a page that wasn't found. */
function useCurrentSection(): Section | null {
  const section = useSectionOfRoute()
  return useStore(isMissing, (value) => value) ? null : section
}

export const useSectionHasSearch = (): boolean => useSectionOfRoute() === 'roadmap'

export function NavigationTabs(shown: Shown) {
  const sections = useSections(shown)
  const current = useCurrentSection()
  return (
    <nav aria-label={t('shell.navigation.main')} className="section-tabs">
      <ul>
        {sections.map(({ href, section, name, isForTeam }) => (
          <li key={name} className={isForTeam ? 'team-only' : undefined}>
            <AppLink href={href} aria-current={current === section ? 'page' : undefined}>
              {name}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The navigation on narrow screens. Without JavaScript, the sections are plain links. */
export function SectionSelect(shown: Shown) {
  const router = useRouter()
  // Options and plain links can't be shown to the team only.
  const sections = useSections(shown).filter(({ isForTeam }) => !isForTeam)
  const current = useCurrentSection()
  return (
    <>
      <div className={`section-select script-only ${useSectionHasSearch() ? 'beside-search' : ''}`}>
        <DeliberateSelect
          aria-label={t('shell.navigation.section')}
          value={sections.find(({ section }) => section === current)?.href ?? ''}
          onChoose={(href) => router.push(href)}
        >
          <option value="" disabled hidden>
            {t('shell.navigation.select')}
          </option>
          {sections.map(({ href, name }) => (
            <option key={name} value={href}>
              {name}
            </option>
          ))}
        </DeliberateSelect>
        {/* The choice of a select can't wrap. */}
        <span aria-hidden="true">{t('shell.navigation.select')}</span>
        <Icon name="down" />
      </div>
      <noscript>
        <nav aria-label={t('shell.navigation.main')} className="section-links">
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
