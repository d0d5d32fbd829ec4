'use client'

import { texts } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { showComments, showPosts } from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import type { HiddenThing } from '@/lib/queries/reports'
import { ImageGrid } from '../image/image-grid'
import { PersonName } from '../person/person-name'
import { Button, ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { focusNear } from '../ui/focus-near'
import { LongText } from '../ui/long-text'
import { RelativeTime } from '../ui/relative-time'
import { toast, toastProblem } from '../ui/toast-store'
import { NextPage } from './list-links'

const causes: Record<string, string> = texts({
  team: 'common.hidden',
  block: 'dashboard.hiddenThings.hiddenWhenItsAuthor',
  reports: 'dashboard.hiddenThings.reported',
})

export function HiddenThings({ things, next }: { things: HiddenThing[]; next: number | null }) {
  const router = useRouter()
  const [gone, setGone] = useState<number[]>([])
  const shown = things.filter(({ id }) => !gone.includes(id))

  async function show(thing: HiddenThing, button: HTMLElement) {
    focusNear(button)
    setGone((before) => [...before, thing.id])
    const result = await callAction(() =>
      thing.commentId
        ? showComments({ ids: [thing.commentId], seen: thing.seen })
        : showPosts({ ids: [thing.postId!], seen: thing.seen }),
    )
    if (result.ok) toast({ title: newsOf(thing) })
    else {
      setGone((before) => before.filter((id) => id !== thing.id))
      toastProblem(result.message)
    }
    router.refresh()
  }

  return (
    <>
      {shown.length === 0 ? (
        <EmptyState
          hint={t('dashboard.hiddenThings.whatComesHere')}
          action={
            <ButtonLink href="/dashboard/reports">{t('dashboard.hiddenThings.viewReports')}</ButtonLink>
          }
        />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {shown.map((thing) => {
            const { id, cause, reason, hiddenAt, hiddenBy, commentId, title, text, images, author } = thing
            const isWaiting = cause === 'approval'
            return (
              <li key={id} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
                <div className="min-w-0 flex-1 basis-72">
                  <p className="font-medium break-words" dir="auto">
                    {commentId
                      ? rich('dashboard.reportedRow.commentOn', {
                          title,
                          b: (text) => <bdi key="title">{text}</bdi>,
                        })
                      : title}
                  </p>
                  {text && (
                    <LongText clamp="line-clamp-3">
                      <p dir="auto" className="mt-1 break-words whitespace-pre-wrap text-ink-soft">
                        {text}
                      </p>
                    </LongText>
                  )}
                  <ImageGrid images={images} />
                  <p className="mt-1 text-xs text-ink-soft">
                    {rich('dashboard.hiddenThings.by', {
                      name: author ? author.name : t('common.deletedUser'),
                      b: () => (
                        <PersonName
                          id={author ? author.id : null}
                          name={author ? author.name : null}
                          isTeam={false}
                        />
                      ),
                    })}{' '}
                    {isWaiting
                      ? rich('dashboard.reportedRow.submitted', {
                          since: hiddenAt,
                          isHidden: false,
                          d: () => <RelativeTime key="since" iso={hiddenAt} />,
                        })
                      : rich('dashboard.hiddenThings.cause', {
                          cause: causes[cause] ?? cause,
                          isTold: hiddenBy !== null,
                          hiddenBy: hiddenBy ?? '',
                          reason,
                          b: (text) => <bdi key="by">{text}</bdi>,
                          d: () => <RelativeTime key="at" iso={hiddenAt} />,
                          r: (text) => <bdi key="reason">{text}</bdi>,
                        })}
                  </p>
                </div>
                <Button
                  aria-label={labelOf(thing)}
                  onClick={({ currentTarget }) => void show(thing, currentTarget)}
                >
                  {isWaiting ? t('dashboard.reportedRow.approve') : t('dashboard.hiddenThings.unhide')}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      <NextPage href={next ? `/dashboard/hidden?before=${next}` : null} />
    </>
  )
}

function labelOf({ cause, commentId, title }: HiddenThing): string {
  const isComment = commentId !== null
  if (cause === 'approval') return t('dashboard.reportedRow.keepThis', { isWaiting: true, isComment, title })
  return isComment
    ? t('dashboard.hiddenThings.unhideTheCommentOn', { title })
    : t('dashboard.hiddenThings.unhideNamed', { title })
}

function newsOf({ cause, commentId }: HiddenThing): string {
  if (cause === 'approval') return t('dashboard.reportsQueue.approved')
  return commentId === null
    ? t('dashboard.hiddenThings.thePostIsVisible')
    : t('dashboard.hiddenThings.theCommentIsVisible')
}
