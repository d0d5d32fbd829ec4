'use client'

import { Suspense, useRef, useState } from 'react'
import { useViewer } from '@/lib/session/browser/store'
import { isTeam } from '@/lib/session/is-team'
import type { ShownImage } from '@/lib/image/sizes'
import type { CommentDialogName } from './comment-dialogs'
import { CommentForm } from './comment-form'
import { lazyPart } from '../ui/lazy-part'

const CommentDialog = lazyPart(() => import('./comment-dialogs'), 'CommentDialog')

export function CommentActions(props: {
  id: number
  postId: number
  parent?: number
  authorId: string | null
  authorName: string
  images: ShownImage[]
  onOpen?: (isOpen: boolean) => void
}) {
  const { id, postId, parent, authorId, authorName, images, onOpen } = props
  const viewer = useViewer()
  const [open, setAct] = useState<'reply' | CommentDialogName | null>(null)
  const replyButton = useRef<HTMLButtonElement>(null)
  const isAuthor = viewer !== null && viewer.id === authorId
  const isAdmin = viewer?.role === 'admin'

  function setOpen(act: typeof open) {
    setAct(act)
    onOpen?.(act !== null)
  }
  function closeReply() {
    setOpen(null)
    replyButton.current?.focus()
  }

  return (
    <>
      <div className="comment-actions no-print script-only">
        <button
          ref={replyButton}
          type="button"
          className="reply-button"
          aria-label={`Reply to ${authorName}`}
          onClick={() => setOpen('reply')}
        >
          Reply
        </button>
        {isAuthor && (
          <button type="button" aria-label="Edit this comment" onClick={() => setOpen('edit')}>
            Edit
          </button>
        )}
        {isAdmin && !isAuthor && images.length > 0 && (
          <button type="button" aria-label="Images of this comment" onClick={() => setOpen('images')}>
            Images
          </button>
        )}
        {viewer && !isTeam(viewer) && !isAuthor && (
          <button type="button" aria-label="Report this comment" onClick={() => setOpen('report')}>
            Report
          </button>
        )}
        {isTeam(viewer) && !isAuthor && (
          <button type="button" aria-label="Hide this comment" onClick={() => setOpen('hide')}>
            Hide
          </button>
        )}
        {(isAuthor || isAdmin) && (
          <button type="button" aria-label="Delete this comment" onClick={() => setOpen('delete')}>
            Delete
          </button>
        )}
      </div>
      {open === 'reply' && (
        <div className="mt-3">
          <CommentForm postId={postId} parent={parent ?? id} onClose={closeReply} takesFocus />
        </div>
      )}
      <Suspense>
        {open && open !== 'reply' && (
          <CommentDialog act={open} id={id} images={images} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </>
  )
}
