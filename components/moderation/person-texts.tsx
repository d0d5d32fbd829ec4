import type { ListedPerson } from '@/lib/queries/people'
import { texts } from '@/lib/words/deferred'
import { LongDate } from '../ui/long-date'
import { RelativeTime } from '../ui/relative-time'
import { rich } from '../ui/rich'

export const roleNames = texts({
  member: 'dashboard.personRow.member',
  moderator: 'dashboard.personRow.moderator',
  admin: 'dashboard.personRow.admin',
})

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
