import type { PostState } from '@/lib/post/states'
import type { Choices } from '@/lib/schemas/import'

/** The values of fields with a prefix: state:Open, category:Mobile, column:title. */
const pairs = (form: FormData, kind: string): [string, string][] =>
  [...form].flatMap(([name, value]): [string, string][] =>
    name.startsWith(`${kind}:`) && value !== '' ? [[name.slice(kind.length + 1), String(value)]] : [],
  )

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
    // The first character is a mark: '=' before a heading, '-' for no column.
    columns: Object.fromEntries(pairs(form, 'column').map(([field, value]) => [field, value.slice(1)])),
  }
}
