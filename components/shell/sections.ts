'use client'

import { useParams, useSelectedLayoutSegment } from 'next/navigation'
import { useViewer } from '@/lib/session/browser/store'
import { isTeam } from '@/lib/session/is-team'

/** The places of the site, in the order of the navigation. */
const everySection = [
  { href: '/dashboard', name: 'Dashboard' },
  { href: '/', name: 'Roadmap' },
  { href: '/new-features', name: 'Feedback' },
] as const

export type SectionName = (typeof everySection)[number]['name']

/** The sections this person gets to see: the dashboard is for the team only. */
export function useSections() {
  const isOfTeam = isTeam(useViewer())
  return everySection.filter(({ name }) => isOfTeam || name !== 'Dashboard')
}

/**
 * Which section a page belongs to: Feedback on every category and post page. Read from the route, not the
 * address: behind an address with a query stands another route, and both must render alike on the server.
 */
export function useCurrentSection(): SectionName | null {
  const { category } = useParams<{ category?: string }>()
  const segment = useSelectedLayoutSegment()
  if (segment === 'roadmap' || (segment === 'more' && category === 'roadmap')) return 'Roadmap'
  if (segment === 'dashboard') return 'Dashboard'
  return category || segment === 'more' ? 'Feedback' : null
}

/** The search box stands on the roadmap and on the search page only. */
export function useHasSearchBox(): boolean {
  const segment = useSelectedLayoutSegment()
  const section = useCurrentSection()
  return section === 'Roadmap' || segment === 'search'
}
