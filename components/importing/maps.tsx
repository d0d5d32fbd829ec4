import { t } from '@/lib/words/t'
import { countText } from '@/lib/words/count-text'
import { postStates, stateNames } from '@/lib/post/states'
import type { Category } from '@/lib/queries/categories'
import type { FoundPosts } from '@/lib/queries/imports'
import type { Choices } from '@/lib/schemas/import'
import { SelectField } from '../ui/select-field'

const grid = 'grid gap-3 sm:grid-cols-2 lg:grid-cols-3'

export function StateMap({ states }: { states: FoundPosts['states'] }) {
  if (states.length === 0) return null
  const choices = [
    ...postStates.map((state) => [state, stateNames[state]] as const),
    ['leave-out', t('importing.choices.leaveOut')] as const,
  ]
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('common.states')}</legend>
      <div className={grid}>
        {states.map(({ name, count, isKnown, becomes }) => (
          <SelectField
            key={name}
            label={`${name} (${countText(count)})${isKnown ? '' : `: ${t('importing.choices.unknownState')}`}`}
            name={`state:${name}`}
            defaultValue={becomes ?? 'leave-out'}
            choices={choices}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Where the posts of each category of the file go. */
export function CategoryMap(props: {
  names: FoundPosts['categories']
  categories: Category[]
  chosen: Choices['categories']
}) {
  const { names, categories, chosen } = props
  if (names.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('common.categories')}</legend>
      <div className={grid}>
        {names.map(({ name, count }) => {
          const same = categories.find((one) => one.name.toLowerCase() === name.toLowerCase())
          const before = chosen[name]
          const value = before && ('slug' in before ? before.slug : '+')
          return (
            <SelectField
              key={name}
              label={`${name} (${countText(count)})`}
              name={`category:${name}`}
              defaultValue={value ?? same?.slug ?? ''}
              choices={[
                ['', t('importing.choices.asAbove')],
                ...categories.map(({ slug, name }) => [slug, name] as const),
                ...(same ? [] : [['+', t('importing.choices.createCategory', { name })] as const]),
              ]}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
