'use client'

import { t } from '@/lib/words/t'
import { type FormEvent, Fragment, type ReactNode } from 'react'
import { type DashboardFilter, readDashboardQuery } from '@/lib/post/dashboard-query'
import { type PostState, postStates } from '@/lib/post/states'
import type { Category } from '@/lib/queries/categories'
import type { TeamMember } from '@/lib/queries/people'
import { useStateNames } from '../state/post-state'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { SelectField } from '../ui/select-field'
import { longDate } from '@/lib/text/dates'
import { focusNear } from '../ui/focus-near'
import { Icon } from '../ui/icon'
import type { Tag } from '@/lib/queries/triage'

export type Lists = { categories: Category[]; tags: Tag[]; team: TeamMember[] }

const choiceClass = 'flex min-h-7 cursor-pointer items-center gap-2 pointer-coarse:min-h-11'

/** All filters of the table except the text, which has its own field. */
export function FilterPanel(props: {
  filter: DashboardFilter
  categories: Category[]
  tags: { name: string }[]
  team: TeamMember[]
  onApply: (filter: DashboardFilter) => void
}) {
  const { filter, categories, tags, team, onApply } = props
  const stateNames = useStateNames()

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const params: Record<string, string> = {}
    for (const name of new Set(form.keys())) params[name] = form.getAll(name).join(',')
    const { filter: chosen } = readDashboardQuery(params)
    onApply(filter.text === undefined ? chosen : { ...chosen, text: filter.text })
  }

  return (
    <form
      aria-label={t('common.filter')}
      onSubmit={apply}
      className="mb-3 rounded-lg border border-line bg-surface"
    >
      <div className="space-y-4 p-4">
        <div className="space-y-3 sm:space-y-1">
          <Choices
            name="states"
            legend={t('common.state')}
            options={postStates.map((state) => [
              state,
              <Fragment key={state}>
                <Icon name={state} className={`icon is-${state} text-(--tone)`} />
                {stateNames[state]}
              </Fragment>,
            ])}
            chosen={filter.states}
          />
          <Choices
            name="categories"
            legend={t('common.category')}
            options={categories.map(({ slug, name }) => [slug, name])}
            chosen={filter.categories}
          />
          {tags.length > 0 && (
            <Choices
              name="tags"
              legend={t('common.tags')}
              options={tags.map(({ name }) => [name, name])}
              chosen={filter.tags}
            />
          )}
          <fieldset>
            <legend className={legendClass}>{t('dashboard.people.activity')}</legend>
            <div className={choicesClass}>
              <label className={choiceClass}>
                <input type="checkbox" name="unanswered" value="1" defaultChecked={filter.unanswered} />
                {t('team.filters.unanswered')}
              </label>
              <label className={choiceClass}>
                <input type="checkbox" name="stale" value="1" defaultChecked={filter.stale} />
                {t('team.filters.noTeamActivityIn')}
              </label>
            </div>
          </fieldset>
        </div>
        <div className="grid gap-x-4 gap-y-3 border-t border-line pt-4 min-[28rem]:grid-cols-2 sm:grid-cols-3">
          <SelectField
            label={t('common.assignedTo')}
            name="assignee"
            defaultValue={filter.assignee ?? ''}
            choices={[
              ['', t('team.filters.anyone')],
              ['me', t('team.filters.me')],
              ['none', t('common.noOne')],
              ...team.map(({ id, name }) => [id, name] as const),
            ]}
          />
          <Field
            label={t('team.filters.createdFrom')}
            name="from"
            type="date"
            defaultValue={filter.created_from}
          />
          <Field label={t('team.filters.createdTo')} name="to" type="date" defaultValue={filter.created_to} />
          <Field label={t('common.author')} name="author" defaultValue={filter.author} autoComplete="off" />
          <Field
            label={t('team.filters.minVotes')}
            name="min"
            type="number"
            min={0}
            defaultValue={filter.votes_min}
          />
          <Field
            label={t('team.filters.maxVotes')}
            name="max"
            type="number"
            min={0}
            defaultValue={filter.votes_max}
          />
          <Field
            label={t('team.filters.company')}
            name="company"
            defaultValue={filter.company}
            autoComplete="off"
          />
          <Field label={t('team.filters.plan')} name="plan" defaultValue={filter.plan} autoComplete="off" />
          <Field
            label={t('team.filters.valueFrom')}
            name="value"
            type="number"
            min={0}
            defaultValue={filter.value_min}
          />
        </div>
      </div>
      <div className="rounded-b-lg border-t border-line bg-sunken px-4 py-2.5">
        <Button type="submit" look="default" className="max-sm:w-full">
          {t('team.filters.apply')}
        </Button>
      </div>
    </form>
  )
}

const legendClass = 'font-medium sm:float-start sm:w-24 sm:leading-7'
const choicesClass = 'flex flex-wrap gap-x-5'

function Choices(props: { name: string; legend: string; options: [string, ReactNode][]; chosen?: string[] }) {
  const { name, legend, options, chosen = [] } = props
  return (
    <fieldset>
      <legend className={legendClass}>{legend}</legend>
      <div className={`max-h-40 overflow-y-auto ${choicesClass}`}>
        {options.map(([value, text]) => (
          <label key={value} className={choiceClass}>
            <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

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
