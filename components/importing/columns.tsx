import { listText } from '@/lib/words/list-text'
import { t } from '@/lib/words/t'
import { Fragment } from 'react'
import type { FoundPosts } from '@/lib/queries/imports'
import { FormMessage } from '../ui/form-message'
import { ToolIcon } from '../ui/icon'
import { fileFields, isEmail } from './file-options'

/** The columns and fields of the file that would be lost. */
export function ColumnsNotImported({
  columns,
  unknownFields,
}: Pick<FoundPosts, 'columns' | 'unknownFields'>) {
  const dropped = columns.flatMap(({ heading, becomes }) => (becomes || !heading ? [] : [heading]))
  const names = [...new Set([...dropped, ...unknownFields])]
  if (names.length === 0) return null
  const mayHoldCategory =
    dropped.some((name) => !isEmail(name)) && columns.every(({ becomes }) => becomes !== 'category')
  return (
    <FormMessage tone="info">
      <div className="flex items-start gap-2 [&>svg]:mt-0.5 [&>svg]:flex-none">
        <ToolIcon path="M8 2.5 14.5 13.5h-13ZM8 6.5v3m0 2h.01" />
        <p className="min-w-0 break-words">
          {t('importing.choices.columnsNotImported', { names: listText(names) })}
          {mayHoldCategory && (
            <span className="block text-ink-soft">
              {t('importing.choices.categoryColumn', { options: t('importing.options.columnsAndOptions') })}
            </span>
          )}
          {names.some(isEmail) && (
            <span className="block text-ink-soft">{t('importing.choices.emailsNotStored')}</span>
          )}
        </p>
      </div>
    </FormMessage>
  )
}

/** What each column becomes, while the choices for it below are closed (FileOptions). */
export function ColumnList({ columns }: Pick<FoundPosts, 'columns'>) {
  const used = columns.filter(({ becomes }) => becomes && fileFields[becomes])
  if (used.length === 0) return null
  return (
    <dl className="mb-3 grid grid-cols-[min(9rem,40%)_minmax(0,1fr)] gap-x-4 gap-y-1 break-words @max-[14rem]:grid-cols-1 @max-[14rem]:[&>dd]:mb-2 has-[+details[open]]:hidden">
      <dt className="font-medium">{t('importing.options.field')}</dt>
      <dd className="font-medium">{t('importing.options.fileColumn')}</dd>
      {used.map(({ heading, becomes }) => (
        <Fragment key={becomes}>
          <dt className="text-ink-soft">{fileFields[becomes!]}</dt>
          <dd>
            <bdi>{heading}</bdi>
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
