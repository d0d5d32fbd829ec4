import { RelativeTime } from '../ui/relative-time'
import { rich } from '../ui/rich'
import type { listWaiting } from '@/lib/queries/reports'

export function WaitingList({ waiting }: { waiting: Awaited<ReturnType<typeof listWaiting>> }) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {waiting.map(({ key, isComment, title, text, createdAt }) => (
        <li key={key} className="px-3 py-2">
          <p className="font-medium break-words">
            {isComment ? (
              rich('account.settings.commentOn', { title, b: (text) => <bdi key="title">{text}</bdi> })
            ) : (
              <bdi>{title}</bdi>
            )}
          </p>
          <p dir="auto" className="line-clamp-3 break-words text-ink-soft">
            {text}
          </p>
          <p className="text-xs text-ink-soft">
            <RelativeTime iso={createdAt} />
          </p>
        </li>
      ))}
    </ul>
  )
}
