import { t } from '@/lib/words/t'
import { type AuditArea, auditAreaNames } from '@/lib/post/dashboard-choices'
import type { AuditEntry } from '@/lib/queries/audit-log'
import { auditActions } from '../team/audit-actions'
import { BeforeAndAfter } from '../team/before-and-after'
import { EmptyState } from '../ui/empty-state'
import { RelativeTime } from '../ui/relative-time'
import { FilterSelect } from './filter-select'
import { FilterLinks, NextPage } from './list-links'

const address = (area: AuditArea | null, before?: number) => {
  const query = new URLSearchParams({ ...(area && { area }), ...(before && { before: String(before) }) })
  return query.size > 0 ? `/dashboard/log?${query}` : '/dashboard/log'
}

export function AuditLog(props: { area: AuditArea | null; entries: AuditEntry[]; next: number | null }) {
  const { area, entries, next } = props
  const areas = Object.entries(auditAreaNames) as [AuditArea, string][]
  const links = [
    { name: t('common.all'), href: address(null), isCurrent: area === null },
    ...areas.map(([key, name]) => ({ name, href: address(key), isCurrent: key === area })),
  ]
  return (
    <>
      <FilterLinks label={t('dashboard.auditLog.area')} links={links} className="mb-4 max-sm:hidden" />
      <FilterSelect label={t('dashboard.auditLog.area')} links={links} className="mb-4 w-full sm:hidden" />
      {entries.length === 0 ? (
        <EmptyState hint={t('dashboard.auditLog.emptyHint')} />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {entries.map((entry) => (
            <li key={entry.id} className="px-4 py-2">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-medium">{auditActions[entry.action] ?? entry.action}</span>
                {entry.about && (
                  <span dir="auto" className="min-w-0 break-words">
                    {entry.about}
                  </span>
                )}
                <span className="text-xs text-ink-soft max-sm:basis-full sm:ms-auto">
                  {entry.actorName}
                  {' · '}
                  <RelativeTime iso={entry.created_at} />
                </span>
              </p>
              <BeforeAndAfter changes={entry.changes} />
            </li>
          ))}
        </ul>
      )}
      <NextPage href={next ? address(area, next) : null} />
    </>
  )
}
