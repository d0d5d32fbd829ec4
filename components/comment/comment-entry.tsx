'use client'

import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { lazyPart } from '../ui/lazy-part'
import { hasOwnReply, isHeld, useComments } from './comment-store'

/** A comment with its replies, or its placeholder after this tab has hidden or deleted it. */
export function CommentEntry(
  props: Omit<ComponentProps<'article'>, 'id'> & {
    id: number
    body: ReactNode
    leavesPlace?: boolean
    isOwn?: boolean
  },
) {
  const { id, body, leavesPlace, isOwn, children, ...rest } = props
  const { hiddenReason, isDeleted } = useComments(({ changes }) => changes.get(id)) ?? {}
  const isShownElsewhere = useComments((state) => !isOwn && isHeld(state, id))
  const hasReply = useComments((state) => hasOwnReply(state, id))
  if (isShownElsewhere) return null
  if (isDeleted && !hiddenReason && !leavesPlace && !hasReply) return null
  return (
    <article {...rest} id={`comment-${id}`}>
      {hiddenReason ? (
        <HiddenLine reason={hiddenReason} />
      ) : isDeleted ? (
        <p className="comment-gone">{t('common.commentGone')}</p>
      ) : (
        body
      )}
      {children}
    </article>
  )
}

const Markdown = lazyPart(() => import('../ui/markdown'), 'Markdown')

export function ChangedBody({ id, children }: { id: number; children: ReactNode }) {
  const body = useComments(({ changes }) => changes.get(id)?.body)
  if (!body) return children
  return (
    <Suspense fallback={children}>
      <Markdown nodes={body} />
    </Suspense>
  )
}

export const HiddenLine = ({ reason }: { reason: string }) => (
  <p className="comment-gone">
    {rich('comment.entry.hiddenByTheTeam', { reason, b: (text) => <bdi>{text}</bdi> })}
  </p>
)
