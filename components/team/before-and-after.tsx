import { commaList } from '@/lib/words/list-text'
import { t, tParts } from '@/lib/words/t'
import { Fragment, type ReactNode } from 'react'
import type { AuditChange } from '@/lib/queries/audit-changes'
import { AddressText } from '../ui/address-text'
import { FoldSummary } from '../ui/fold-summary'
import { LongText } from '../ui/long-text'
import { rich } from '../ui/rich'

/** In letters, what may take more than ten lines on a phone. */
const longValue = 300

const own = ([text]: ReactNode[]) => <Value key={String(text)} text={String(text)} />

function Value({ text }: { text: string }) {
  const isLong = text.length > longValue || text.split('\n', 11).length > 10
  return isLong ? (
    <LongText>
      <bdi>{text}</bdi>
    </LongText>
  ) : (
    <bdi>
      <AddressText>{text}</AddressText>
    </bdi>
  )
}

/** What an entry of the audit log changed: "Role: Member → Admin". Long values are shown on demand. */
export function BeforeAndAfter({ changes }: { changes: AuditChange[] }) {
  if (changes.length === 0) return null
  if (changes.length <= 2 && lettersOf(changes) <= 120) return <ChangeList changes={changes} />
  return (
    <details className="group">
      <FoldSummary className="w-fit text-xs text-ink-soft">
        {changes.some(({ before }) => before !== null)
          ? t('dashboard.postLog.beforeAndAfter')
          : t('common.details')}
      </FoldSummary>
      <ChangeList changes={changes} />
    </details>
  )
}

const lettersOf = (changes: AuditChange[]) =>
  changes.map(({ before, after }) => `${before ?? ''}${after}`).join('').length

const joined = (text: string[]) => text.join('')

/** The same in a line, or only what changed if that is too long for one. */
export const changesInShort = (changes: AuditChange[]): string =>
  commaList(
    changes.map(({ field, before, after }) => {
      if (lettersOf(changes) > 120) return field
      const change = before !== null && { before, after, b: joined, a: joined }
      const value = change ? tParts<string>('team.auditFields.changed', change).join('') : after
      return t('team.auditFields.fact', { field, value })
    }),
  )

/** `about` and `children` are terms with their descriptions, before and after the changes. */
export function ChangeList(props: { changes: AuditChange[]; about?: ReactNode; children?: ReactNode }) {
  const { changes, about, children } = props
  return (
    <dl className="mt-2 grid gap-x-4 sm:gap-y-1 sm:grid-cols-[min(9rem,40%)_minmax(0,1fr)] pb-1 break-words whitespace-pre-wrap max-sm:[&>dd+dt]:mt-2">
      {about}
      {changes.map(({ field, before, after }) => (
        <Fragment key={field}>
          <dt className="text-ink-soft">{field}</dt>
          <dd>
            {before === null ? (
              <Value text={after} />
            ) : (
              rich('team.auditFields.changed', { before, after, b: own, a: own })
            )}
          </dd>
        </Fragment>
      ))}
      {children}
    </dl>
  )
}
