import { commaList } from '@/lib/words/list-text'
import { t, tParts } from '@/lib/words/t'
import { Fragment, type ReactNode } from 'react'
import type { AuditChange } from '@/lib/queries/audit-changes'
import { FoldSummary } from '../ui/fold-summary'
import { rich } from '../ui/rich'

const own = (text: ReactNode[]) => <bdi key={String(text)}>{text}</bdi>

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

export function ChangeList({ changes }: { changes: AuditChange[] }) {
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[min(9rem,40%)_minmax(0,1fr)] pb-1 break-words whitespace-pre-wrap">
      {changes.map(({ field, before, after }) => (
        <Fragment key={field}>
          <dt className="text-ink-soft">{field}</dt>
          <dd>
            {before === null ? (
              <bdi>{after}</bdi>
            ) : (
              rich('team.auditFields.changed', { before, after, b: own, a: own })
            )}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
