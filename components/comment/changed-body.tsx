'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import { useComments } from './comment-store'
import { HiddenLine } from './hidden-line'

const Markdown = lazy(() => import('../ui/markdown').then((file) => ({ default: file.Markdown })))

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

/** A sentence once this tab has hidden the comment, or deleted one with replies below; nothing where it deleted another. */
export function UnlessDeleted(props: { id: number; leavesPlace: boolean; children: ReactNode }) {
  const { id, leavesPlace, children } = props
  const change = useComments().changes.get(id)
  if (change?.hiddenReason) return <HiddenLine reason={change.hiddenReason} />
  if (!change?.isDeleted) return children
  return leavesPlace ? <p className="comment-gone">This comment was deleted.</p> : null
}
