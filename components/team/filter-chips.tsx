import type { DashboardFilter } from '@/lib/post/dashboard-query'
import type { PostState } from '@/lib/post/states'
import type { TeamMember } from '@/lib/queries/people'
import { longDate } from '@/lib/text/dates'
import { focusNear } from '../ui/focus-near'
import { Icon } from '../ui/icon'

type Chip = { text: string; without: DashboardFilter }

const day = (date: string) => longDate(new Date(date))

function assignedText(assignee: string | undefined, team: TeamMember[]): string {
  if (assignee === 'none') return 'Assigned to nobody'
  if (assignee === 'me') return 'Assigned to me'
  return `Assigned to ${team.find(({ id }) => id === assignee)?.name ?? 'somebody'}`
}

/** Each thing the table is narrowed by, and the filter without it. What is searched for stands in its own field. */
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
    ...each('states', filter.states, (state) => `State: ${stateNames[state]}`),
    ...each('categories', filter.categories, (slug) => `Category: ${nameOf(slug)}`),
    ...each('tags', filter.tags, (name) => `Tag: ${name}`),
    ...one('assignee', assignedText(filter.assignee, team)),
    ...one('author', `Author: ${filter.author}`),
    ...one('unanswered', 'Without an answer'),
    ...one('stale', 'No word for 90 days'),
    ...one('created_from', `From ${day(filter.created_from ?? '')}`),
    ...one('created_to', `To ${day(filter.created_to ?? '')}`),
    ...one('votes_min', `Votes from ${filter.votes_min}`),
    ...one('votes_max', `Votes to ${filter.votes_max}`),
  ]
}

/** The filters that are active; each goes with a click. */
export function FilterChips({
  chips,
  onChange,
}: {
  chips: Chip[]
  onChange: (filter: DashboardFilter) => void
}) {
  if (chips.length === 0) return null
  return (
    <ul aria-label="Active filters" className="mb-3 flex flex-wrap gap-2">
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
            <span className="sr-only">Remove filter </span>
            {text}
            <Icon name="close" className="size-3.5 shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  )
}
