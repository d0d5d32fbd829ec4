'use client'

import { t } from '@/lib/words/t'
import { type FormEvent, Fragment, type ReactNode, useState } from 'react'
import { type DashboardFilter, readDashboardQuery } from '@/lib/post/dashboard-query'
import { postStates } from '@/lib/post/states'
import type { Category } from '@/lib/queries/categories'
import type { TeamMember } from '@/lib/queries/people'
import { useStateNames } from '../state/post-state'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { SelectField } from '../ui/select-field'
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
  onClose: () => void
}) {
  const { filter, categories, tags, team, onApply, onClose } = props
  const [isPhone] = useState(() => window.matchMedia('(width < 40rem)').matches)
  const stateNames = useStateNames()

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const params: Record<string, string> = {}
    for (const name of new Set(form.keys())) params[name] = form.getAll(name).join(',')
    const { filter: chosen } = readDashboardQuery(params)
    onApply(filter.text === undefined ? chosen : { ...chosen, text: filter.text })
  }

  const form = (
    <form
      aria-label={t('common.filter')}
      onSubmit={apply}
      className="sm:mb-3 sm:rounded-lg sm:border sm:border-line sm:bg-surface"
    >
      <div className="space-y-4 max-sm:pb-4 sm:p-4">
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
        <div className="grid gap-x-4 gap-y-3 border-t border-line pt-4 sm:grid-cols-3">
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
          <div className={`${rangeClass} *:basis-40 sm:col-span-2 sm:gap-x-4`}>
            <Field
              label={t('team.filters.createdFrom')}
              name="from"
              type="date"
              defaultValue={filter.created_from}
            />
            <Field
              label={t('team.filters.createdTo')}
              name="to"
              type="date"
              defaultValue={filter.created_to}
            />
          </div>
        </div>
        <details className="group" open={inMore.some((key) => filter[key] !== undefined)}>
          <summary className="inline-flex min-h-9 cursor-pointer items-center gap-1 rounded-md font-medium pointer-coarse:min-h-11">
            <Icon name="down" className="icon -rotate-90 text-ink-soft group-open:rotate-0 rtl:rotate-90" />
            {t('team.filters.moreFilters')}
          </summary>
          <div className="grid gap-x-4 gap-y-3 pt-2 sm:grid-cols-3">
            <Field label={t('common.author')} name="author" defaultValue={filter.author} autoComplete="off" />
            <Field
              label={t('team.filters.company')}
              name="company"
              defaultValue={filter.company}
              autoComplete="off"
            />
            <Field label={t('team.filters.plan')} name="plan" defaultValue={filter.plan} autoComplete="off" />
            <div className={`${rangeClass} *:basis-32`}>
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
            </div>
            <Field
              label={t('team.filters.valueFrom')}
              name="value"
              type="number"
              min={0}
              defaultValue={filter.value_min}
            />
          </div>
        </details>
      </div>
      <div className="flex gap-2 border-t border-line bg-surface max-sm:sticky max-sm:-bottom-(--edge) max-sm:-mx-(--edge) max-sm:-mb-(--edge) max-sm:px-(--edge) max-sm:pt-3 max-sm:pb-[max(1rem,env(safe-area-inset-bottom))] sm:rounded-b-lg sm:bg-sunken sm:px-4 sm:py-2.5">
        <Button type="submit" look="default" className="max-sm:flex-1">
          {t('team.filters.apply')}
        </Button>
        <Button onClick={onClose} look="ghost">
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
  return isPhone ? (
    <Dialog title={t('common.filter')} onClose={onClose}>
      {form}
    </Dialog>
  ) : (
    form
  )
}

/** Filters that are rarely needed. */
const inMore = ['author', 'company', 'plan', 'votes_min', 'votes_max', 'value_min'] as const
/** From and to, side by side where there is room for dates. */
const rangeClass = 'flex flex-wrap items-end gap-x-2 gap-y-3 *:min-w-0 *:flex-1'
const legendClass = 'font-medium sm:float-start sm:w-24 sm:leading-7'
const choicesClass =
  'grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-x-5 sm:flex sm:flex-wrap'

function Choices(props: { name: string; legend: string; options: [string, ReactNode][]; chosen?: string[] }) {
  const { name, legend, options, chosen = [] } = props
  return (
    <fieldset>
      <legend className={legendClass}>{legend}</legend>
      <div className={`max-h-64 overflow-y-auto sm:max-h-40 ${choicesClass}`}>
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
