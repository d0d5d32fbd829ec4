'use client'

import type { FormEvent } from 'react'
import { type DashboardFilter, readDashboardQuery } from '@/lib/post/dashboard-query'
import { postStates } from '@/lib/post/states'
import type { Category } from '@/lib/queries/categories'
import type { TeamMember } from '@/lib/queries/people'
import { useStateNames } from '../state/state-names'
import { buttonClass } from '../ui/button-class'
import { Field } from '../ui/field'
import { SelectField } from '../ui/select-field'

const choiceClass = 'flex min-h-7 cursor-pointer items-center gap-2 pointer-coarse:min-h-11'

/** Everything the table can be narrowed by but the text, which has a field of its own. */
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
      aria-label="Filter"
      onSubmit={apply}
      className={`mb-3 grid gap-4 rounded-lg border border-line bg-surface p-4 sm:grid-cols-2 lg:gap-8 ${
        tags.length > 0 ? 'lg:grid-cols-[auto_auto_auto_1fr_1fr]' : 'lg:grid-cols-[auto_auto_1fr_1fr]'
      }`}
    >
      <Choices
        name="states"
        legend="State"
        options={postStates.map((state) => [state, stateNames[state]])}
        chosen={filter.states}
      />
      <Choices
        name="categories"
        legend="Category"
        options={categories.map(({ slug, name }) => [slug, name])}
        chosen={filter.categories}
      />
      {tags.length > 0 && (
        <Choices
          name="tags"
          legend="Tags"
          options={tags.map(({ name }) => [name, name])}
          chosen={filter.tags}
        />
      )}
      <div className="space-y-3">
        <SelectField
          label="Assigned to"
          name="assignee"
          defaultValue={filter.assignee ?? ''}
          choices={[
            ['', 'Anybody or nobody'],
            ['me', 'Me'],
            ['none', 'Nobody'],
            ...team.map(({ id, name }) => [id, name] as const),
          ]}
        />
        <Field label="Author" name="author" defaultValue={filter.author} autoComplete="off" />
        <div className="grid grid-cols-2 gap-3">
          <Field label="Votes from" name="min" type="number" min={0} defaultValue={filter.votes_min} />
          <Field label="Votes to" name="max" type="number" min={0} defaultValue={filter.votes_max} />
        </div>
        <label className={choiceClass}>
          <input type="checkbox" name="unanswered" value="1" defaultChecked={filter.unanswered} />
          Without an answer
        </label>
        <label className={choiceClass}>
          <input type="checkbox" name="stale" value="1" defaultChecked={filter.stale} />
          No word from the team for 90 days
        </label>
      </div>
      <div className="space-y-3">
        <Field label="Created from" name="from" type="date" defaultValue={filter.created_from} />
        <Field label="Created to" name="to" type="date" defaultValue={filter.created_to} />
      </div>
      <div className="sm:col-span-full">
        <button type="submit" className={buttonClass('default')}>
          Apply
        </button>
      </div>
    </form>
  )
}

function Choices(props: { name: string; legend: string; options: [string, string][]; chosen?: string[] }) {
  const { name, legend, options, chosen = [] } = props
  return (
    <fieldset className="max-h-60 overflow-y-auto">
      <legend className="mb-1 font-medium">{legend}</legend>
      {options.map(([value, text]) => (
        <label key={value} className={choiceClass}>
          <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
