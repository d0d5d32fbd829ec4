import { texts } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import { personAddress } from '@/lib/post/activity'
import { type AuditArea, auditAreaNames, operator } from '@/lib/post/dashboard-choices'
import type { AuditEntry, AuditFilter } from '@/lib/queries/audit-log'
import type { TeamMember } from '@/lib/queries/people'
import { longDate } from '@/lib/text/dates'
import { zonedTime } from '@/lib/text/zoned-time'
import { auditActions } from '../team/audit-actions'
import { ChangeList, changesInShort } from '../team/before-and-after'
import { AddressText } from '../ui/address-text'
import { AppLink } from '../ui/app-link'
import { ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { FoldSummary } from '../ui/fold-summary'
import { RelativeTime } from '../ui/relative-time'
import { DayFilter } from './day-filter'
import { FilterFold } from './filter-fold'
import { FilterSelect } from './filter-select'
import { FilterLinks, NextPage } from './list-links'

type Shown = Pick<AuditFilter, 'person' | 'day'> & { area: AuditArea | null }

const address = (shown: Partial<Shown>, before?: number) => {
  const given = Object.entries({ ...shown, before }).filter(([, value]) => value)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return query.size > 0 ? `/dashboard/log?${query}` : '/dashboard/log'
}

export function AuditLog(props: {
  shown: Shown
  team: TeamMember[]
  hasOperator: boolean
  entries: AuditEntry[]
  next: number | null
}) {
  const { shown, team, hasOperator, entries, next } = props
  const { area, person, day } = shown
  const areas = [
    [null, t('common.all')] as const,
    ...(Object.entries(auditAreaNames) as [AuditArea, string][]),
  ].map(([key, name]) => ({ name, href: address({ ...shown, area: key }), isCurrent: key === area }))
  const people = [
    { id: null, name: t('team.filters.anyone') },
    ...team,
    ...(hasOperator ? [{ id: operator, name: t('dashboard.auditLog.operator') }] : []),
  ].map(({ id, name }) => ({
    name,
    href: address({ ...shown, person: id }),
    isCurrent: id === person,
    dir: id ? ('auto' as const) : undefined,
  }))
  const chosen = [area && areas, person && people].map(
    (links) => links && links.find(({ isCurrent }) => isCurrent)?.name,
  )
  const active = [...chosen, day && longDate(new Date(day))].filter((name) => typeof name === 'string')
  return (
    <>
      <FilterFold active={active} clear={address({})}>
        <FilterLinks label={t('dashboard.auditLog.area')} links={areas} className="me-auto max-sm:hidden" />
        <FilterSelect
          label={t('dashboard.auditLog.area')}
          links={[{ ...areas[0]!, name: t('dashboard.auditLog.allAreas') }, ...areas.slice(1)]}
          className="col-span-full sm:hidden"
        />
        <div className="contents sm:flex sm:gap-2">
          <FilterSelect label={t('dashboard.people.person')} links={people} className="min-w-0 sm:w-40" />
          <DayFilter label={t('dashboard.auditLog.day')} day={day} />
        </div>
      </FilterFold>
      {entries.length === 0 ? (
        area || person || day ? (
          <EmptyState action={<ButtonLink href={address({})}>{t('common.clearFilters')}</ButtonLink>}>
            {t('dashboard.auditLog.noneMatch')}
          </EmptyState>
        ) : (
          <EmptyState hint={t('dashboard.auditLog.emptyHint')} />
        )
      ) : (
        <ul className="@container divide-y divide-line overflow-clip rounded-lg border border-line bg-surface">
          {entries.map((entry) => (
            <li
              key={entry.id}
              className="[&_.truncate_wbr]:hidden @max-[14rem]:[&_.truncate]:break-words @max-[14rem]:[&_.truncate]:whitespace-normal @max-[14rem]:[&_.truncate_wbr]:inline"
            >
              <Entry {...entry} />
            </li>
          ))}
        </ul>
      )}
      <NextPage href={next ? address(shown, next) : null} />
    </>
  )
}

const kinds = texts({
  post: 'dashboard.auditLog.post',
  entry: 'changelog.entryEditor.entry',
  person: 'dashboard.people.person',
})

/** In letters, more than a change of a state or a role takes. */
const longChange = 60

/**
 * A line until it is opened, on phones one more for the change.
 * If they don't fit beside each other, the name gives way to a short change, and a long change to the name.
 */
function Entry({ action, about, subject, changes, actorId, actorName, created_at }: AuditEntry) {
  const change = changesInShort(changes)
  const isLong = change.length > longChange
  const nameWidth = isLong ? 'sm:max-w-3/5 sm:shrink-0 sm:group-open:max-w-none' : ''
  return (
    <details className="group">
      <FoldSummary className="rounded-none px-[min(1rem,5vw)] py-2 -outline-offset-2 hover:bg-sunken pointer-coarse:sm:py-3 [&>*]:self-start [&>svg]:mt-0.5">
        <span className="min-w-0 flex-1 gap-x-4 sm:flex sm:items-baseline">
          <span className="min-w-0 flex-1 gap-x-1 sm:flex sm:group-open:block">
            <span
              className={`block truncate group-open:break-words group-open:whitespace-normal max-sm:line-clamp-2 @max-[14rem]:line-clamp-none! max-sm:break-words max-sm:whitespace-normal max-sm:group-open:line-clamp-none ${about ? nameWidth : 'shrink-0'}`}
            >
              <span className="font-medium">{auditActions[action] ?? action}</span>{' '}
              <bdi className={subject ? 'group-open:hidden' : ''}>
                <AddressText>{about ?? ''}</AddressText>
              </bdi>
            </span>
            {changes.length > 0 && (
              <span
                className={`block truncate text-ink-soft group-open:hidden ${about && !isLong ? 'sm:max-w-2/5 sm:shrink-0' : ''}`}
              >
                {about && <span className="max-sm:hidden">· </span>}
                <bdi>
                  <AddressText>{change}</AddressText>
                </bdi>
              </span>
            )}
          </span>
          <span className="truncate text-xs text-ink-soft max-sm:block">
            <bdi>{actorName}</bdi>
            {' · '}
            <RelativeTime iso={created_at} />
          </span>
        </span>
      </FoldSummary>
      <div className="px-[min(1rem,5vw)] pb-3 ps-[calc(min(1rem,5vw)+1.375rem)]">
        <ChangeList
          changes={changes}
          about={
            subject && (
              <>
                <dt className="text-ink-soft">{kinds[subject.kind]}</dt>
                <dd>
                  <AppLink href={subject.href} dir="auto" className="underline underline-offset-2">
                    {about}
                  </AppLink>
                </dd>
              </>
            )
          }
        >
          <dt className="text-ink-soft">{t('dashboard.auditLog.time')}</dt>
          <dd>{zonedTime(created_at, 'UTC')}</dd>
          {actorId && (
            <>
              <dt className="text-ink-soft">{t('dashboard.auditLog.by')}</dt>
              <dd>
                <AppLink href={personAddress(actorId)} dir="auto" className="underline underline-offset-2">
                  {actorName}
                </AppLink>
              </dd>
            </>
          )}
        </ChangeList>
      </div>
    </details>
  )
}
