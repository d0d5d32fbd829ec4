'use client'

import { useEffect, useState } from 'react'
import { getListedPerson } from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import type { ListedPerson } from '@/lib/queries/people'
import { LongDate } from '../ui/long-date'
import { RelativeTime } from '../ui/relative-time'
import { rich } from '../ui/rich'

/** What only the team sees of a person on that person's page. */
export function PersonFacts({ id }: { id: string }) {
  const [person, setPerson] = useState<ListedPerson | null>(null)
  useEffect(() => {
    // The page is useful without it.
    void callAction(() => getListedPerson({ id })).then((result) => result.ok && setPerson(result.data))
  }, [id])
  if (!person) return null
  const { email, hasAccount, block } = person
  return (
    <p className="flex flex-wrap gap-x-3">
      {email && (
        <a href={`mailto:${email}`} className="inline-block min-h-6 break-all underline underline-offset-2">
          <bdi>{email}</bdi>
        </a>
      )}
      {/* Everyone sees since when someone has an account. */}
      {!hasAccount && (
        <span className="text-ink-soft">
          <JoinedText {...person} />
        </span>
      )}
      {block && <BlockText {...block} />}
    </p>
  )
}

export const JoinedText = ({ hasAccount, createdAt }: ListedPerson) =>
  rich('dashboard.personRow.joined', { hasAccount, createdAt, d: () => <RelativeTime iso={createdAt} /> })

export function BlockText({ endsAt, reason }: Exclude<ListedPerson['block'], '' | null>) {
  return (
    <span className="block font-medium text-danger">
      {rich('dashboard.personRow.blocked', {
        hasEnd: endsAt !== null,
        endsAt: endsAt ?? '',
        d: () => endsAt && <LongDate key="end" iso={endsAt} />,
      })}
      : <bdi>{reason}</bdi>
    </span>
  )
}
