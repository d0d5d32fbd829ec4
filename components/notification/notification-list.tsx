'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { NotificationGroup, NotificationPage } from '@/lib/queries/notifications'
import { Button, ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { LoadMore } from '../ui/load-more'
import { usePages } from '../ui/use-pages'
import { AppLink } from '../ui/app-link'
import { RelativeTime } from '../ui/relative-time'
import { NotificationRow } from './notification-row'
import { readAll, readReportOutcomes, useUnread } from './unread-store'

const address = '/api/viewer/notices'

export const fetchNotifications = () => fetchJson<NotificationPage>(address)

export function NotificationList({ first, heading }: { first: NotificationPage; heading: ReactNode }) {
  const isAllRead = useUnread() === 0
  const [readUpTo, setReadUpTo] = useState(0)
  const pages = usePages<NotificationGroup>(first.next, address, 'groups', (before) => ({ before }))
  const { items, next, load } = pages
  const groups = [...first.groups, ...items]
  const newest = groups[0]?.newestEvent
  const isMarked = groups.some((group) => group.unread > 0 && group.newestEvent > readUpTo)

  async function readEverything() {
    if (newest && (await readAll(newest))) setReadUpTo(newest)
  }

  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-2">
        {heading}
        {newest && (
          <Button
            onClick={readEverything}
            aria-disabled={(isAllRead && !isMarked) || undefined}
            look="ghost"
            className="shrink-0"
          >
            Mark all as read
          </Button>
        )}
      </div>
      {first.reports.length > 0 && <ReportOutcomes reports={first.reports} />}
      {groups.length === 0 && first.reports.length === 0 ? (
        <EmptyState action={<ButtonLink href="/new-features">Find posts to follow</ButtonLink>}>
          Nothing here yet. You&apos;ll see updates on posts you vote for, comment on or follow.
        </EmptyState>
      ) : (
        <ul className="notices">
          {groups.map((group) => (
            <NotificationRow key={group.postId} group={group} isRead={group.newestEvent <= readUpTo} />
          ))}
        </ul>
      )}
      {next && <LoadMore href={`/notifications?before=${next}`} load={load} />}
    </>
  )
}

/** Of a post, and of a comment. */
const said: Record<string, [string, string]> = {
  hidden: ['The team has hidden a post you reported', 'The team has hidden a comment you reported'],
  dismissed: [
    'The team reviewed and kept a post you reported',
    'The team reviewed and kept a comment you reported',
  ],
  removed: ['A post you reported was deleted', 'A comment you reported was deleted'],
}

/** What came of what somebody reported. Whoever sees it has read it. */
function ReportOutcomes({ reports }: { reports: NotificationPage['reports'] }) {
  const isNew = reports.some(({ isRead }) => !isRead)
  useEffect(() => {
    if (isNew) void readReportOutcomes()
  }, [isNew])

  return (
    <section aria-label="Your reports" className="mb-3 rounded-lg border border-line bg-sunken px-3 py-2">
      <h2 className="font-medium">Your reports</h2>
      <ul className="mt-1 space-y-1">
        {reports.map(({ id, isComment, title, address, outcome, settledAt, isRead }) => (
          <li key={id} className={isRead ? 'text-ink-soft' : ''}>
            {said[outcome]?.[isComment ? 1 : 0]}
            {address && (
              <>
                {isComment ? ' on ' : ': '}
                <AppLink href={address} className="underline underline-offset-2">
                  <bdi>{title}</bdi>
                </AppLink>
              </>
            )}
            . <RelativeTime iso={settledAt} />
          </li>
        ))}
      </ul>
    </section>
  )
}
