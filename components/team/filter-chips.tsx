'use client'

import { t } from '@/lib/words/t'
import type { ReactNode } from 'react'
import type { DashboardFilter } from '@/lib/post/dashboard-query'
import type { PostState } from '@/lib/post/states'
import type { TeamMember } from '@/lib/queries/people'
import { longDate } from '@/lib/text/dates'
import { focusNear } from '../ui/focus-near'
import { Icon } from '../ui/icon'

type Chip = { text: string; without: DashboardFilter }

const day = (date: string) => longDate(new Date(date))

function assignedText(assignee: string | undefined, team: TeamMember[]): string {
  if (assignee === 'none') return t('team.filters.unassigned')
  if (assignee === 'me') return t('team.filters.assignedToMe')
  const name = team.find(({ id }) => id === assignee)?.name ?? t('team.filters.someone')
  return t('team.filters.assignedToPerson', { name })
}

/** Each active filter, with a link that removes it. The search text is in its own field. */
export function chipsOf(
  filter: DashboardFilter,
  categories: { slug: string; name: string }[],
  stateNames: Record<PostState, string>,
  team: TeamMember[],
): Chip[] {
  const one = (key: keyof DashboardFilter, text: string): Chip[] =>
    filter[key] === undefined ? [] : [{ text, without: { ...filter, [key]: undefined } }]
  const each = <Value extends string>(
    key: 'states' | 'categories' | 'tags',
    values: Value[] | undefined,
    textOf: (value: Value) => string,
  ): Chip[] =>
    (values ?? []).map((value) => {
      const left = values!.filter((other) => other !== value)
      return { text: textOf(value), without: { ...filter, [key]: left.length > 0 ? left : undefined } }
    })
  const nameOf = (slug: string) => categories.find((category) => category.slug === slug)?.name ?? slug
  return [
    ...each('states', filter.states, (state) => t('team.filters.state', { state: stateNames[state] })),
    ...each('categories', filter.categories, (slug) => t('team.filters.category', { nameOf: nameOf(slug) })),
    ...each('tags', filter.tags, (name) => t('team.filters.tag', { name })),
    ...one('assignee', assignedText(filter.assignee, team)),
    ...one('author', t('team.filters.author', { author: filter.author! })),
    ...one('unanswered', t('team.filters.unanswered')),
    ...one('stale', t('team.filters.noTeamActivityIn')),
    ...one('created_from', t('team.filters.from', { day: day(filter.created_from ?? '') })),
    ...one('created_to', t('team.filters.to', { day: day(filter.created_to ?? '') })),
    ...one('votes_min', t('team.filters.votesAtLeast', { votesMin: filter.votes_min! })),
    ...one('company', t('team.filters.companyIs', { company: filter.company! })),
    ...one('plan', t('team.filters.planIs', { plan: filter.plan! })),
    ...one('value_min', t('team.filters.valueIsFrom', { value: filter.value_min! })),
    ...one('votes_max', t('team.filters.votesAtMost', { votesMax: filter.votes_max! })),
  ]
}

export function FilterChips(props: {
  chips: Chip[]
  onChange: (filter: DashboardFilter) => void
  children?: ReactNode
}) {
  const { chips, onChange, children } = props
  const list = chips.length > 0 && (
    <ul aria-label={t('team.filters.activeFilters')} className="contents">
      {chips.map(({ text, without }) => (
        <li key={text}>
          <button
            type="button"
            onClick={(event) => {
              focusNear(event.currentTarget)
              onChange(without)
            }}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-full border border-line-strong bg-accent-soft ps-3 pe-2 hover:bg-sunken pointer-coarse:min-h-11"
          >
            <span className="sr-only">{t('team.filters.removeFilter')} </span>
            {text}
            <Icon name="close" className="size-3.5 shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  )
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 empty:hidden">
      {list}
      {children}
    </div>
  )
}
