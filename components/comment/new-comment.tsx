'use client'

import { lazy, Suspense, useState } from 'react'
import { useHasDraft } from '@/lib/session/browser/draft'

const CommentForm = lazy(() => import('./comment-form').then((file) => ({ default: file.CommentForm })))

/** The place to write a comment. The editor comes when somebody wants to write. */
export function NewComment({ postId }: { postId: number }) {
  const [wantsToWrite, setOpen] = useState(false)
  const hasDraft = useHasDraft(`comment:${postId}`)
  const isOpen = wantsToWrite || hasDraft
  const opener = (
    <textarea
      aria-label="Your comment"
      placeholder="Write a comment"
      rows={3}
      onFocus={() => setOpen(true)}
      className="script-only block w-full rounded-md border border-line-strong bg-surface px-3 py-2 text-base placeholder:text-ink-soft sm:text-sm"
    />
  )
  return (
    <div id="new-comment" className="no-print mt-8 scroll-mt-20">
      {isOpen ? (
        <Suspense fallback={opener}>
          <CommentForm postId={postId} takesFocus={wantsToWrite} />
        </Suspense>
      ) : (
        opener
      )}
      <noscript>
        <p className="text-ink-soft">Writing a comment needs JavaScript.</p>
      </noscript>
    </div>
  )
}
