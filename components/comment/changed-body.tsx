'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import { useComments } from './comment-store'

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

/** Nothing once this tab has deleted the comment; where replies stand below, a sentence in its place. */
export function UnlessDeleted(props: { id: number; leavesPlace: boolean; children: ReactNode }) {
  const { id, leavesPlace, children } = props
  const isDeleted = useComments().changes.get(id)?.isDeleted
  if (!isDeleted) return children
  return leavesPlace ? <p className="comment-gone">This comment was deleted.</p> : null
}
