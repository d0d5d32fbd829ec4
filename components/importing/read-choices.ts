import type { PostState } from '@/lib/post/states'
import type { Choices } from '@/lib/schemas/import'

/** Before the names of what has several fields: state:Open, category:Mobile, column:title. */
const pairs = (form: FormData, kind: string): [string, string][] =>
  [...form].flatMap(([name, value]): [string, string][] =>
    name.startsWith(`${kind}:`) && value !== '' ? [[name.slice(kind.length + 1), String(value)]] : [],
  )

/** What a form says, in the terms of the database. */
export function readChoices(form: FormData): Choices {
  const text = (name: string) => String(form.get(name) ?? '').trim() || undefined
  return {
    category: text('category') ?? '',
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
      pairs(form, 'category').map(([name, slug]) => [name, slug === '+' ? { new: name } : { slug }]),
    ),
    // Without a heading where no column is to be it.
    columns: Object.fromEntries(pairs(form, 'column').map(([field, value]) => [field, value.slice(1)])),
  }
}
