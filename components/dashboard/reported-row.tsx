'use client'

import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import type { ReportedThing } from '@/lib/queries/reports'
import { PersonName } from '../person/person-name'
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
  const name = commentId ? t('dashboard.reportedRow.theCommentOn', { title }) : title
  return (
    <li
      id={rowId(key)}
      tabIndex={isFirst ? 0 : -1}
      aria-label={name}
      className="flex scroll-mt-20 flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 -outline-offset-2"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium break-words">
          {commentId && `${t('dashboard.reportedRow.commentOn')} `}
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
          {rich('dashboard.reportedRow.by', {
            name: author ? author.name : t('common.deletedUser'),
            hasAccount: Boolean(author),
            since: author ? author.since : '',
            b: () => (
              <PersonName id={author ? author.id : null} name={author ? author.name : null} isTeam={false} />
            ),
            d: () => author && <RelativeTime key="joined" iso={author.since} />,
          })}{' '}
          {rich(isWaiting ? 'dashboard.reportedRow.submitted' : 'dashboard.reportedRow.reported', {
            since,
            isHidden: cause === 'reports',
            d: () => <RelativeTime key="since" iso={since} />,
          })}
        </p>
        {reports.length > 0 && (
          <ul className="mt-1 text-xs">
            {reports.map(({ reporter, reason, isTrusted }, index) => (
              <li key={index}>
                <bdi className="font-medium">{reason}</bdi>
                {rich('dashboard.reportedRow.reportedBy', { reporter, b: (text) => <bdi>{text}</bdi> })}
                {!isTrusted && <span className="text-ink-soft"> {t('dashboard.reportedRow.newMember')}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          aria-label={`${isWaiting ? t('dashboard.reportedRow.approve') : t('dashboard.reportedRow.keep')}: ${name}`}
          onClick={onKeep}
          look={isWaiting ? 'default' : 'outline'}
        >
          {isWaiting ? t('dashboard.reportedRow.approve') : t('dashboard.reportedRow.keep')}
        </Button>
        <Button
          aria-label={t('dashboard.reportedRow.hide', { name })}
          onClick={onHide}
          look="outline-destructive"
        >
          {t('common.hide')}
        </Button>
        {onBlock && (
          <Button
            aria-label={t('dashboard.reportedRow.blockTheAuthorOf', { name })}
            onClick={onBlock}
            look="outline-destructive"
          >
            {t('common.block')}
          </Button>
        )}
      </div>
    </li>
  )
}
