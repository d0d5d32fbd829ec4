'use client'

import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import type { ReportedThing } from '@/lib/queries/reports'
import { ImageGrid } from '../image/image-grid'
import { PersonName } from '../person/person-name'
import { AppLink } from '../ui/app-link'
import { Button } from '../ui/button'
import { LongText } from '../ui/long-text'
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
  const { key, commentId, title, text, images, author, since, cause, reports } = thing
  const isWaiting = cause === 'approval'
  const isComment = commentId !== null
  const name = isComment ? t('dashboard.reportedRow.theCommentOn', { title }) : title
  return (
    <li
      id={rowId(key)}
      tabIndex={isFirst ? 0 : -1}
      aria-label={name}
      className="flex scroll-mt-20 flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 -outline-offset-2"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium break-words">
          {commentId ? (
            rich('dashboard.reportedRow.commentOn', { title, b: () => <ThingLink {...thing} /> })
          ) : (
            <ThingLink {...thing} />
          )}
        </p>
        {text && (
          <LongText clamp="line-clamp-4">
            <p dir="auto" className="mt-1 break-words whitespace-pre-wrap">
              {text}
            </p>
          </LongText>
        )}
        <ImageGrid images={images} />
        <p className="mt-1 text-xs text-ink-soft">
          {rich('dashboard.reportedRow.by', {
            name: author ? author.name : t('common.deletedUser'),
            came: author ? (author.hasAccount ? 'joined' : 'imported') : '',
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
                {rich('dashboard.reportedRow.reportedBy', {
                  reason,
                  reporter,
                  isNew: !isTrusted,
                  r: (text) => (
                    <bdi key="reason" className="font-medium">
                      {text}
                    </bdi>
                  ),
                  b: (text) => <bdi key="reporter">{text}</bdi>,
                  n: (text) => (
                    <span key="new" className="text-ink-soft">
                      {text}
                    </span>
                  ),
                })}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          aria-label={t('dashboard.reportedRow.keepThis', { isWaiting, isComment, title })}
          onClick={onKeep}
          look={isWaiting ? 'default' : 'outline'}
        >
          {isWaiting ? t('dashboard.reportedRow.approve') : t('dashboard.reportedRow.keep')}
        </Button>
        <Button
          aria-label={t('dashboard.reportedRow.hide', { isComment, title })}
          onClick={onHide}
          look="outline-destructive"
        >
          {t('common.hide')}
        </Button>
        {onBlock && (
          <Button
            aria-label={t('dashboard.reportedRow.blockTheAuthorOf', { isComment, title })}
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

/** Hidden posts have no page. */
function ThingLink({ commentId, title, address, cause }: ReportedThing) {
  if (cause === 'approval' || cause === 'reports') return <bdi>{title}</bdi>
  return (
    <AppLink href={commentId ? `${address}#comment-${commentId}` : address} className="hover:underline">
      <bdi>{title}</bdi>
    </AppLink>
  )
}
