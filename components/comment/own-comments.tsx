'use client'

import { lazy, Suspense } from 'react'
import { isHeld, useComments } from './comment-store'

// Only for who has written something: it comes with what sends a comment.
const OwnEntry = lazy(() => import('./own-entry').then((file) => ({ default: file.OwnEntry })))

/** What this tab has just written and the list around it does not hold yet, or holds while it is being worked with. */
export function OwnComments(props: { post: number; parent: number | null; shownIds: number[] }) {
  const { post, parent, shownIds } = props
  const comments = useComments()
  return (
    <Suspense>
      {comments.own
        .filter((one) => one.post === post && one.parent === parent)
        .filter(({ saved }) => !saved || isHeld(comments, saved.id) || !shownIds.includes(saved.id))
        .map((one) => (
          <OwnEntry key={one.key} comment={one} />
        ))}
    </Suspense>
  )
}
