'use client'

import { lazy, Suspense, useRef, useState } from 'react'
import { deleteComment } from '@/lib/actions/comments'
import { callAction } from '@/lib/browser/call-action'
import { useViewer } from '@/lib/session/browser/store'
import { isTeam } from '@/lib/session/is-team'
import type { ShownImage } from '@/lib/image/sizes'
import { toast } from '../ui/toast-store'
import { focusNear } from '../ui/focus-near'
import { CommentForm } from './comment-form'
import { changeComment } from './comment-store'

const EditComment = lazy(() => import('./edit-comment').then((file) => ({ default: file.EditComment })))
const CommentImages = lazy(() => import('./comment-images').then((file) => ({ default: file.CommentImages })))
const ReportDialog = lazy(() =>
  import('../moderation/report-dialog').then((file) => ({ default: file.ReportDialog })),
)
const HideDialog = lazy(() =>
  import('../moderation/hide-dialog').then((file) => ({ default: file.HideDialog })),
)
const ConfirmDialog = lazy(() =>
  import('../ui/confirm-dialog').then((file) => ({ default: file.ConfirmDialog })),
)

/** Reply for everybody; Edit for the author; Report for other members; Hide for the team; Delete for the author and admins, who may delete its images too. */
export function CommentActions(props: {
  id: number
  postId: number
  parent?: number
  authorId: string | null
  authorName: string
  images: ShownImage[]
}) {
  const { id, postId, parent, authorId, authorName, images } = props
  const viewer = useViewer()
  const [open, setOpen] = useState<'reply' | 'edit' | 'images' | 'report' | 'hide' | 'delete' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const replyButton = useRef<HTMLButtonElement>(null)
  const isAuthor = viewer !== null && viewer.id === authorId
  const isAdmin = viewer?.role === 'admin'

  function closeReply() {
    setOpen(null)
    replyButton.current?.focus()
  }

  async function answer(yes: boolean) {
    if (!yes) return setOpen(null)
    setBusy(true)
    const result = await callAction(() => deleteComment({ id }))
    setBusy(false)
    setOpen(null)
    if (result.ok) {
      focusNear(document.getElementById(`comment-${id}`))
      changeComment(id, { isDeleted: true })
    } else
      toast({ variant: 'destructive', title: 'The comment was not deleted.', description: result.message })
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
      <Suspense>
        {open === 'reply' && (
          <div className="mt-3">
            <CommentForm postId={postId} parent={parent ?? id} onClose={closeReply} takesFocus />
          </div>
        )}
        {open === 'edit' && <EditComment id={id} images={images} onClose={() => setOpen(null)} />}
        {open === 'images' && <CommentImages id={id} images={images} onClose={() => setOpen(null)} />}
        {open === 'report' && <ReportDialog comment={id} onClose={() => setOpen(null)} />}
        {open === 'hide' && (
          <HideDialog
            kind="comment"
            ids={[id]}
            onClose={() => setOpen(null)}
            onHidden={(hiddenReason) => {
              setOpen(null)
              focusNear(document.getElementById(`comment-${id}`))
              changeComment(id, { hiddenReason })
            }}
            onShown={() => changeComment(id, { hiddenReason: null })}
          />
        )}
        {open === 'delete' && (
          <ConfirmDialog
            open
            isBusy={isBusy}
            question="Are you sure you want to delete this comment?"
            onAnswer={answer}
          />
        )}
      </Suspense>
    </>
  )
}
