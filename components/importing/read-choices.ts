import type { PostState } from '@/lib/post/states'
import type { Category } from '@/lib/queries/categories'
import type { FoundPosts } from '@/lib/queries/imports'
import type { Choices } from '@/lib/schemas/import'

/** The value of a category that goes where all others go. */
export const asAbove = '.'

/** The values of fields with a prefix: state:Open, category:Mobile, column:title. */
const pairs = (form: FormData, kind: string): [string, string][] =>
  [...form].flatMap(([name, value]): [string, string][] =>
    name.startsWith(`${kind}:`) && value !== '' ? [[name.slice(kind.length + 1), String(value)]] : [],
  )

export function readChoices(form: FormData): Choices {
  const text = (name: string) => String(form.get(name) ?? '').trim() || undefined
  const category = text('category') ?? ''
  return {
    category,
    source: text('source'),
    format: text('format'),
    encoding: text('encoding'),
    states: Object.fromEntries(
      pairs(form, 'state').map(([name, state]) => [
        name,
        state === 'leave-out' ? null : (state as PostState),
      ]),
    ),
    categories: Object.fromEntries(
      pairs(form, 'category').map(([name, slug]) => [
        name,
        slug === '+' ? { new: name } : { slug: slug === asAbove ? category : slug },
      ]),
    ),
    // The first character is a mark: '=' before a heading, '-' for no column.
    columns: Object.fromEntries(pairs(form, 'column').map(([field, value]) => [field, value.slice(1)])),
    dates: text('dates') as Choices['dates'],
  }
}

/**
 * The choices that a check starts with: those of the check before it. A category becomes the one with its name, or a new
 * one.
 */
export function firstChoices(
  found: Pick<FoundPosts, 'states' | 'categories'> | null,
  categories: Pick<Category, 'slug' | 'name'>[],
  before: Partial<Choices>,
): Choices {
  const { states = [], categories: names = [] } = found ?? {}
  const chosen = new Map(Object.entries(before.categories ?? {}))
  return {
    ...before,
    category: before.category ?? categories[0]?.slug ?? '',
    columns: before.columns ?? {},
    states: Object.fromEntries(states.map(({ name, becomes }) => [name, becomes])),
    categories: Object.fromEntries(
      names.map(({ name }) => {
        const same = categories.find((one) => one.name.toLowerCase() === name.toLowerCase())
        const usual = same ? { slug: same.slug } : { new: name }
        const earlier = chosen.get(name)
        return [name, earlier && 'slug' in earlier ? earlier : usual]
      }),
    ),
  }
}

/** The choices in the form. Another check can find names that weren't there when they were made. */
export const withChosen = (first: Choices, chosen: Choices = first): Choices => ({
  ...chosen,
  states: { ...first.states, ...chosen.states },
  categories: { ...first.categories, ...chosen.categories },
})

/** The state of a post, null if it is left out, and the name of its category. */
export function targetOf(
  post: Pick<FoundPosts['posts'][number], 'state' | 'stateName' | 'category'>,
  choices: Pick<Choices, 'category' | 'states' | 'categories'>,
  categories: Pick<Category, 'slug' | 'name'>[],
): { state: PostState | null; category: string | null } {
  const { stateName = '', category: name } = post
  const state = Object.hasOwn(choices.states, stateName) ? choices.states[stateName]! : post.state
  const own = name !== null && Object.hasOwn(choices.categories, name) ? choices.categories[name]! : null
  if (own && 'new' in own) return { state, category: own.new }
  const slug = own?.slug ?? choices.category
  return { state, category: categories.find((one) => one.slug === slug)?.name ?? null }
}

type States = FoundPosts['states']

/** @param isCounted whether the check could tell how many posts of each state can be imported */
export const statesOfPosts = (states: States, isCounted: boolean): States =>
  states.filter(({ count, added = count }) => (isCounted ? added : count) > 0)

/** The file's words for states that someone still has to choose. */
export const undecidedStates = (states: States, chosen: Choices['states'] = {}): string[] =>
  states.filter(({ name, isKnown }) => !isKnown && !Object.hasOwn(chosen, name)).map(({ name }) => name)

/** Dates that can mean two days, if neither the file nor the choices say which; otherwise null. */
export const undecidedDates = ({ dates }: Pick<FoundPosts, 'dates'>, chosen: Partial<Choices>) =>
  dates?.order === null && !chosen.dates ? dates : null

/** How many posts would be imported; null after a check by an earlier version. */
export function countChosen(
  { states, counts }: Pick<FoundPosts, 'states'> & { counts: { added: number } },
  chosen: Choices['states'],
): number | null {
  let count = counts.added
  for (const { name, becomes, added } of states) {
    const isLeftOut = chosen[name] === null
    if (isLeftOut === (becomes === null)) continue
    if (added === undefined) return null
    count += isLeftOut ? -added : added
  }
  return count
}
