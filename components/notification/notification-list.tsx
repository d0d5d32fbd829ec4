'use client'

import { t } from '@/lib/words/t'
import { type ReactNode, useEffect, useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import { listAddress } from '@/lib/post/address'
import type { NotificationGroup, NotificationPage } from '@/lib/queries/notifications'
import { Button, ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { Icon } from '../ui/icon'
import { LoadMore } from '../ui/load-more'
import { usePages } from '../ui/use-pages'
import { AppLink } from '../ui/app-link'
import { RelativeTime } from '../ui/relative-time'
import { NotificationRow } from './notification-row'
import { readAll, readReportOutcomes, useUnread } from './unread-store'

const address = '/api/viewer/notices'

export const fetchNotifications = () => fetchJson<NotificationPage>(address)

export function NotificationList({ first, heading }: { first: NotificationPage; heading: ReactNode }) {
  const unread = useUnread() ?? 0
  const [readUpTo, setReadUpTo] = useState(0)
  const pages = usePages<NotificationGroup>(first.next, address, 'groups', (before) => ({ before }))
  const { items, next, load } = pages
  const groups = [...first.groups, ...items]
  const newest = groups[0]?.newestEvent
  const areReportsNew = first.reports.some(({ isRead }) => !isRead)
  const hasUnread =
    newest !== undefined &&
    (unread > 0 || groups.some((group) => group.unread > 0 && group.newestEvent > readUpTo))

  async function readEverything() {
    if (newest && (await readAll(newest))) setReadUpTo(newest)
  }

  return (
    <>
      <div className="notices-head flex flex-wrap items-center justify-between gap-x-2 gap-y-4">
        {heading}
        {/* Once pressed, it stays for the keyboard. */}
        {(hasUnread || readUpTo > 0) && (
          <Button
            onClick={readEverything}
            aria-disabled={!hasUnread || undefined}
            look="ghost"
            className="-my-1.5 -me-2 ms-auto shrink-0 !px-2"
          >
            <Icon name="completed" className="size-5 min-[26rem]:hidden" />
            <span className="max-[26rem]:sr-only">{t('notification.list.markAllAsRead')}</span>
          </Button>
        )}
      </div>
      {areReportsNew && <ReportOutcomes reports={first.reports} />}
      {groups.length > 0 && (
        <ul className="notices">
          {groups.map((group) => (
            <NotificationRow key={group.postId} group={group} isRead={group.newestEvent <= readUpTo} />
          ))}
        </ul>
      )}
      {first.reports.length > 0 && !areReportsNew && <ReportOutcomes reports={first.reports} />}
      {groups.length === 0 && first.reports.length === 0 && (
        <EmptyState action={<ButtonLink href={listAddress({})}>{t('common.findPostsToFollow')}</ButtonLink>}>
          {t('notification.list.nothingHereYetYoull')}
        </EmptyState>
      )}
      {next && <LoadMore href={`/notifications?before=${next}`} load={load} />}
    </>
  )
}

const outcomes = ['hidden', 'dismissed', 'removed'] as const

/** The outcomes of the person's reports. Showing them marks them as read, and the next time they are below the news. */
function ReportOutcomes({ reports }: { reports: NotificationPage['reports'] }) {
  const isNew = reports.some(({ isRead }) => !isRead)
  useEffect(() => {
    if (isNew) void readReportOutcomes()
  }, [isNew])

  return (
    <section
      aria-label={t('notification.list.yourReports')}
      className="notices-reports rounded-lg border border-line bg-sunken px-3 py-2"
    >
      <h2 className="font-medium">{t('notification.list.yourReports')}</h2>
      <ul className="mt-1 space-y-1">
        {reports.map(({ id, isComment, title, address, outcome, settledAt, isRead }) => (
          <li key={id} className={isRead ? 'text-ink-soft' : ''}>
            {sayOutcome(outcome, isComment)}
            {address && (
              <>
                {': '}
                <AppLink href={address} className="underline underline-offset-2">
                  <bdi>{title}</bdi>
                </AppLink>
              </>
            )}
            .{' '}
            <span className="whitespace-nowrap">
              <RelativeTime iso={settledAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function sayOutcome(outcome: string, isComment: boolean): string {
  const known = outcomes.find((one) => one === outcome)
  return known ? t(`notification.outcomes.${known}`, { isComment }) : ''
}
