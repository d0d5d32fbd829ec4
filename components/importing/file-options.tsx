import { texts } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import type { FoundPosts, Unread } from '@/lib/queries/imports'
import type { Choices } from '@/lib/schemas/import'
import { Field } from '../ui/field'
import { FoldSummary } from '../ui/fold-summary'
import { SelectField } from '../ui/select-field'
import { undecidedDates } from './read-choices'

/** Fields whose columns people may have to choose. Those of known trackers are detected. */
export const fileFields: Record<string, string> = texts({
  title: 'common.title',
  details: 'common.details',
  state: 'importing.options.state',
  category: 'common.category',
  created_at: 'importing.options.created',
  author: 'importing.options.author',
  votes: 'common.votes',
  id: 'importing.options.id',
})
const encodings = [
  'windows-1252',
  'windows-1251',
  'windows-1250',
  'shift_jis',
  'gbk',
  'euc-kr',
  'iso-8859-15',
]

/** Emails are never imported. */
export const isEmail = (heading: string) => /e-?mail/i.test(heading)

/** Read by read-choices.ts. The '=' keeps headings apart from the other choices. */
const columnValue = (heading: string | undefined) =>
  heading === undefined ? '' : heading === '' ? '-' : `=${heading}`

export function DateOrder({
  such,
  order,
  chosen,
}: NonNullable<FoundPosts['dates']> & { chosen?: Choices['dates'] }) {
  return (
    <SelectField
      label={t('importing.options.dates', { such })}
      name="dates"
      defaultValue={chosen ?? order ?? ''}
      required={!order}
      aria-describedby={chosen || order ? undefined : 'dates-asked'}
      choices={[
        ['', t(order ? 'importing.options.automatic' : 'importing.options.chooseOrder')],
        ['day', t('importing.options.dayFirst')],
        ['month', t('importing.options.monthFirst')],
      ]}
    />
  )
}

/** The headings of a table, if the check found them. */
export function headingsOf(found: FoundPosts | Unread): string[] {
  if (found.problem === undefined) return found.columns.map(({ heading }) => heading)
  return found.question?.about === 'title' ? found.question.headings : []
}

export function FileOptions(props: {
  found: FoundPosts | Unread
  chosen: Partial<Choices>
  fileName: string
}) {
  const { found, chosen, fileName } = props
  const isAsked = found.problem !== undefined
  const asked = isAsked ? found.question : null
  const columns = found.problem === undefined ? found.columns : []
  // Headings of 100 characters were shortened and can't be matched.
  const headings = [...new Set(headingsOf(found))].filter((one) => one !== '' && one.length < 100)
  const headingFor = (field: string) => {
    const found = columns.find(({ becomes }) => becomes === field)?.heading
    return found && headings.includes(found) ? found : undefined
  }
  const dates = found.problem === undefined ? found.dates : null
  const isUndecided = undecidedDates({ dates }, chosen) !== null
  const isIncomplete =
    columns.some(({ heading, becomes }) => heading && !becomes && !isEmail(heading)) &&
    (['details', 'state', 'created_at'] as const).some((field) => !headingFor(field))
  return (
    <details open={isAsked || isIncomplete} className="group">
      <FoldSummary className="w-fit font-semibold">
        {headings.length > 0 ? t('importing.options.columnsAndOptions') : t('importing.options.fileOptions')}
      </FoldSummary>
      <div className="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {dates && !isUndecided && <DateOrder {...dates} chosen={chosen.dates} />}
        {headings.length > 0 &&
          Object.entries(fileFields).map(([field, name]) => {
            const value = columnValue(chosen.columns?.[field] ?? headingFor(field))
            const isFound = isAsked || columns.some(({ becomes }) => becomes === field)
            return (
              <SelectField
                // Another check can find another column.
                key={`${field} ${value}`}
                label={t('importing.options.column', { name })}
                name={`column:${field}`}
                defaultValue={value}
                aria-invalid={(field === 'title' && asked?.about === 'title' && !value) || undefined}
                className={isAsked ? undefined : 'column-choice'}
                choices={[
                  ...(isFound ? [['', t('importing.options.automatic')] as const] : []),
                  ...(field === 'title'
                    ? []
                    : [[isFound || value ? '-' : '', t('importing.options.notImported')] as const]),
                  ...headings.map((one) => [columnValue(one), one] as const),
                ]}
              />
            )
          })}
        <SelectField
          label={t('importing.options.encoding')}
          name="encoding"
          defaultValue={chosen.encoding ?? ''}
          choices={[['', t('importing.options.automatic')], ...encodings.map((one) => [one, one] as const)]}
        />
        <Field
          label={t('importing.options.source')}
          hint={t('importing.options.whatSourceDoes')}
          name="source"
          maxLength={200}
          placeholder={fileName}
          defaultValue={chosen.source ?? (asked?.about === 'source' ? asked.source : '')}
        />
      </div>
    </details>
  )
}
