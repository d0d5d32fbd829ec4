'use client'

import { lazy, Suspense } from 'react'
import { UnlessDeleted } from './changed-body'
import { type OwnComment, useComments } from './comment-store'

// Only for what a person adds or loads; the page's own comments come as HTML.
const CommentBody = lazy(() => import('./comment-body').then((file) => ({ default: file.CommentBody })))

/** What this tab has just written and the list around it does not hold yet. */
export function OwnComments(props: { post: number; parent: number | null; shownIds: number[] }) {
  const { post, parent, shownIds } = props
  const { own } = useComments()
  return own
    .filter((one) => one.post === post && one.parent === parent)
    .filter(({ saved }) => !saved || !shownIds.includes(saved.id))
    .map((one) => <OwnEntry key={one.key} comment={one} />)
}

function OwnEntry({ comment }: { comment: OwnComment }) {
  const { saved, text, post, parent } = comment
  if (saved) {
    return (
      <UnlessDeleted id={saved.id} leavesPlace={false}>
        <article id={`comment-${saved.id}`}>
          <Suspense>
            <CommentBody comment={saved} postId={post} parent={parent ?? undefined} />
          </Suspense>
        </article>
      </UnlessDeleted>
    )
  }
  return (
    <article aria-busy="true" className="opacity-60">
      <p className="text-xs text-ink-soft">Sending...</p>
      <p dir="auto" className="mt-1 whitespace-pre-wrap">
        {text}
      </p>
    </article>
  )
}
