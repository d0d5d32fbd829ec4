'use client'

import type { ReportedThing } from '@/lib/queries/reports'
import { AppLink } from '../ui/app-link'
import { Button } from '../ui/button'
import { RelativeTime } from '../ui/relative-time'

export const rowId = (key: string) => `reported-${key}`

export function ReportedRow(props: {
  thing: ReportedThing
  isFirst: boolean
  onHide: () => void
  onKeep: () => void
  onBlock?: () => void
}) {
  const { thing, isFirst, onHide, onKeep, onBlock } = props
  const { key, commentId, title, text, address, author, since, cause, reports } = thing
  const isWaiting = cause === 'approval'
  const name = commentId ? `the comment on ${title}` : title
  return (
    <li
      id={rowId(key)}
      tabIndex={isFirst ? 0 : -1}
      aria-label={name}
      className="flex scroll-mt-20 flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 -outline-offset-2"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium break-words">
          {commentId && 'Comment on '}
          {isWaiting || cause === 'reports' ? (
            <bdi>{title}</bdi>
          ) : (
            <AppLink
              href={commentId ? `${address}#comment-${commentId}` : address}
              className="hover:underline"
            >
              <bdi>{title}</bdi>
            </AppLink>
          )}
        </p>
        {text && (
          <p dir="auto" className="mt-1 line-clamp-4 break-words">
            {text}
          </p>
        )}
        <p className="mt-1 text-xs text-ink-soft">
          By <bdi>{author ? author.name : 'Deleted user'}</bdi>
          {author && (
            <>
              , joined <RelativeTime iso={author.since} />
            </>
          )}
          . {isWaiting ? 'Submitted for approval ' : 'Reported '}
          <RelativeTime iso={since} />
          {cause === 'reports' && ', hidden until reviewed'}.
        </p>
        {reports.length > 0 && (
          <ul className="mt-1 text-xs">
            {reports.map(({ reporter, reason, isTrusted }, index) => (
              <li key={index}>
                <bdi className="font-medium">{reason}</bdi>, reported by <bdi>{reporter}</bdi>
                {!isTrusted && <span className="text-ink-soft"> (new member)</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          aria-label={`${isWaiting ? 'Approve' : 'Keep'}: ${name}`}
          onClick={onKeep}
          look={isWaiting ? 'default' : 'outline'}
        >
          {isWaiting ? 'Approve' : 'Keep'}
        </Button>
        <Button aria-label={`Hide ${name}`} onClick={onHide} look="outline-destructive">
          Hide
        </Button>
        {onBlock && (
          <Button aria-label={`Block the author of ${name}`} onClick={onBlock} look="outline-destructive">
            Block
          </Button>
        )}
      </div>
    </li>
  )
}
