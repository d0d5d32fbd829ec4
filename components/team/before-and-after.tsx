import { t } from '@/lib/words/t'
import type { ReactNode } from 'react'
import type { AuditChange } from '@/lib/queries/audit-changes'
import { rich } from '../ui/rich'

const own = (text: ReactNode[]) => <bdi key={String(text)}>{text}</bdi>

/** What an entry of the audit log changed: "Role: Member → Admin". Long values are shown on demand. */
export function BeforeAndAfter({ changes }: { changes: AuditChange[] }) {
  if (changes.length === 0) return null
  const list = (
    <ul className="text-xs break-words whitespace-pre-wrap text-ink-soft">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {before === null
            ? rich('team.auditFields.value', { field, value: after, a: own })
            : rich('team.auditFields.changed', { field, before, after, b: own, a: own })}
        </li>
      ))}
    </ul>
  )
  const letters = changes.map(({ before, after }) => `${before ?? ''}${after}`).join('').length
  if (changes.length <= 2 && letters <= 120) return list
  return (
    <details>
      <summary className="text-xs text-ink-soft">{t('dashboard.postLog.beforeAndAfter')}</summary>
      {list}
    </details>
  )
}
