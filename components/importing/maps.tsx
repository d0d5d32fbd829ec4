import { t } from '@/lib/words/t'
import { type ReactNode, useState } from 'react'
import type { Category } from '@/lib/queries/categories'
import type { FoundPosts } from '@/lib/queries/imports'
import type { Choices } from '@/lib/schemas/import'
import { useStateChoices } from '../state/state-choices'
import { inputClass } from '../ui/input-class'
import { asAbove } from './read-choices'

/** What each name of the file becomes: its names next to the choices. */
function Map({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="font-semibold">{title}</legend>
      {hint && <p className="text-ink-soft">{hint}</p>}
      <div className="mt-2 divide-y divide-line rounded-lg border border-line bg-surface">{children}</div>
    </fieldset>
  )
}

function MapRow(props: {
  name: string
  about: string
  hint?: string
  field: string
  value: string
  choices: readonly (readonly [value: string, name: string])[]
}) {
  const { name, about, hint, field, value, choices } = props
  const [chosen, setChosen] = useState(value)
  const isOpen = hint !== undefined && chosen === ''
  return (
    <label className="grid gap-x-4 gap-y-1 px-[min(1rem,5vw)] py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,18rem)] sm:items-center">
      <span className="min-w-0 break-words">
        <bdi className="font-medium">{name}</bdi> <span className="text-ink-soft">{about}</span>
        {hint && chosen === value && (
          <span className={`block ${isOpen ? 'text-danger' : 'text-ink-soft'}`}>{hint}</span>
        )}
      </span>
      <select
        name={field}
        defaultValue={value}
        onChange={({ target }) => setChosen(target.value)}
        required={hint !== undefined}
        aria-invalid={isOpen}
        className={`${inputClass} w-full`}
      >
        {choices.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

function hintFor({ name, isKnown, isUnclear }: FoundPosts['states'][number]): string | undefined {
  if (isKnown) return undefined
  if (!isUnclear) return t('importing.choices.unknownState')
  return /^closed$/i.test(name.trim())
    ? t('importing.choices.closedIsUnclear')
    : t('importing.choices.closedBecomes')
}

export function StateMap({ states, isChecked }: Pick<FoundPosts, 'states'> & { isChecked: boolean }) {
  const own = useStateChoices().map(({ value, name }) => [value, name] as const)
  if (states.length === 0) return null
  const choices = [...own, ['leave-out', t('importing.choices.leaveOut')] as const]
  return (
    <Map title={t('common.states')} hint={t('importing.choices.whatStatesBecome')}>
      {states
        .toSorted((a, b) => Number(a.isKnown) - Number(b.isKnown))
        .map((state) => {
          const { name, count, added = count, becomes, isKnown } = state
          return (
            <MapRow
              key={name}
              name={name || t('importing.choices.noState')}
              about={t('common.countPosts', { count: isChecked ? added : count })}
              hint={hintFor(state)}
              field={`state:${name}`}
              value={isKnown ? (becomes ?? 'leave-out') : ''}
              choices={isKnown ? choices : [['', t('importing.options.chooseOrder')], ...choices]}
            />
          )
        })}
    </Map>
  )
}

export function CategoryMap(props: {
  names: FoundPosts['categories']
  categories: Category[]
  first: Choices
  isChecked: boolean
}) {
  const { names, categories, first, isChecked } = props
  const open = categories.map(({ slug, name }) => [slug, name] as const)
  return (
    <Map
      title={t('common.categories')}
      hint={names.length > 0 ? t('importing.choices.whatCategoriesBecome') : undefined}
    >
      <MapRow
        name={t('importing.choices.importInto')}
        about={names.length > 0 ? t('importing.choices.unlessBelow') : ''}
        field="category"
        value={first.category}
        choices={open}
      />
      {names.map(({ name, count, added = count }) => {
        const same = categories.find((one) => one.name.toLowerCase() === name.toLowerCase())
        const chosen = first.categories[name]!
        const isAsAbove = 'slug' in chosen && chosen.slug === first.category && chosen.slug !== same?.slug
        return (
          <MapRow
            key={name}
            name={name}
            about={t('common.countPosts', { count: isChecked ? added : count })}
            field={`category:${name}`}
            value={'new' in chosen ? '+' : isAsAbove ? asAbove : chosen.slug}
            choices={[
              [asAbove, t('importing.choices.asAbove')],
              ...open,
              ...(same ? [] : [['+', t('importing.choices.createCategory', { name })] as const]),
            ]}
          />
        )
      })}
    </Map>
  )
}
