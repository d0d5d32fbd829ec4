'use client'

import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { hasOwnReply, isHeld, useComments } from './comment-store'
import { lazyPart } from '../ui/lazy-part'

/**
 * The place of a comment in its list: a sentence once this tab has hidden it, or deleted one with replies below;
 * nothing where it deleted another.
 * @param props.leavesPlace whether the list knows of replies below; those of this tab count by themselves
 * @param props.isOwn this tab wrote it, and shows it whether or not the list has it; one that is worked with stands
 * there alone
 * @param props.children its replies
 */
export function CommentEntry(
  props: Omit<ComponentProps<'article'>, 'id'> & {
    id: number
    body: ReactNode
    leavesPlace?: boolean
    isOwn?: boolean
  },
) {
  const { id, body, leavesPlace, isOwn, children, ...rest } = props
  const comments = useComments()
  const { hiddenReason, isDeleted } = comments.changes.get(id) ?? {}
  if (!isOwn && isHeld(comments, id)) return null
  if (isDeleted && !hiddenReason && !leavesPlace && !hasOwnReply(comments, id)) return null
  return (
    <article {...rest} id={`comment-${id}`}>
      {hiddenReason ? (
        <HiddenLine reason={hiddenReason} />
      ) : isDeleted ? (
        <p className="comment-gone">This comment was deleted.</p>
      ) : (
        body
      )}
      {children}
    </article>
  )
}

const Markdown = lazyPart(() => import('../ui/markdown'), 'Markdown')

/** The text of a comment, or what this tab has made of it since. */
export function ChangedBody({ id, children }: { id: number; children: ReactNode }) {
  const body = useComments().changes.get(id)?.body
  if (!body) return children
  return (
    <Suspense fallback={children}>
      <Markdown nodes={body} />
    </Suspense>
  )
}

/** What stays of a comment that the team has hidden. */
export const HiddenLine = ({ reason }: { reason: string }) => (
  <p className="comment-gone">
    Hidden by the team: <bdi>{reason}</bdi>
  </p>
)
