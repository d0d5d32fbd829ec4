'use client'

import { useEffect } from 'react'
import type { NotificationPage } from '@/lib/queries/notifications'
import { AppLink } from '../ui/app-link'
import { RelativeTime } from '../ui/relative-time'
import { readReportOutcomes } from './unread-store'

/** Of a post, and of a comment. */
const said: Record<string, [string, string]> = {
  hidden: ['The team has hidden a post you reported', 'The team has hidden a comment you reported'],
  dismissed: [
    'The team has looked at, and left, a post you reported',
    'The team has looked at, and left, a comment you reported',
  ],
  removed: ['A post you reported was deleted', 'A comment you reported was deleted'],
}

/** What came of what somebody reported. Whoever sees it has read it. */
export function ReportOutcomes({ reports }: { reports: NotificationPage['reports'] }) {
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
