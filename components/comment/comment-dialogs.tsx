import { t } from '@/lib/words/t'
import { useState } from 'react'
import { deleteComment, restoreComment } from '@/lib/actions/comments'
import { callAction } from '@/lib/browser/call-action'
import type { ShownImage } from '@/lib/image/sizes'
import { focusNear } from '../ui/focus-near'
import { offerUndo, toast, toastProblem } from '../ui/toast-store'
import { lazyPart } from '../ui/lazy-part'
import { changeComment } from './comment-changes'

const EditComment = lazyPart(() => import('./edit-comment'), 'EditComment')
const CommentImages = lazyPart(() => import('./edit-comment'), 'CommentImages')
const ReportDialog = lazyPart(() => import('../moderation/report-dialog'), 'ReportDialog')
const HideDialog = lazyPart(() => import('../moderation/hide-dialog'), 'HideDialog')
const ConfirmDialog = lazyPart(() => import('../ui/confirm-dialog'), 'ConfirmDialog')

export type CommentDialogName = 'edit' | 'images' | 'report' | 'hide' | 'delete'

export function CommentDialog(props: {
  act: CommentDialogName
  id: number
  images: ShownImage[]
  isWaiting?: boolean
  onClose: () => void
}) {
  const { act, id, images, isWaiting, onClose } = props
  const [isBusy, setBusy] = useState(false)

  async function answer(yes: boolean) {
    if (!yes) return onClose()
    setBusy(true)
    const result = await callAction(() => deleteComment({ id }))
    setBusy(false)
    onClose()
    if (result.ok) {
      focusNear(document.getElementById(`comment-${id}`))
      changeComment(id, { isDeleted: true })
      if (isWaiting) toast({ title: t('comment.dialogs.commentDeleted') })
      else offerUndo(t('comment.dialogs.commentDeleted'), () => void restore())
    } else toastProblem(t('comment.dialogs.theCommentWasntDeleted'), result.message)
  }

  async function restore() {
    const result = await callAction(() => restoreComment({ id }))
    if (!result.ok) return toastProblem(t('comment.dialogs.theCommentWasntRestored'), result.message)
    changeComment(id, { isDeleted: false })
    // Once it is shown again.
    setTimeout(() => {
      const comment = document.getElementById(`comment-${id}`)
      if (!comment || document.activeElement?.matches('input, textarea')) return
      comment.tabIndex = -1
      comment.focus()
    }, 100)
  }

  switch (act) {
    case 'edit':
      return <EditComment id={id} images={images} onClose={onClose} />
    case 'images':
      return <CommentImages id={id} images={images} onClose={onClose} />
    case 'report':
      return <ReportDialog comment={id} onClose={onClose} />
    case 'hide':
      return (
        <HideDialog
          kind="comment"
          ids={[id]}
          onClose={onClose}
          onHidden={(hiddenReason) => {
            onClose()
            focusNear(document.getElementById(`comment-${id}`))
            changeComment(id, { hiddenReason })
          }}
          onShown={() => changeComment(id, { hiddenReason: null })}
        />
      )
    case 'delete':
      return (
        <ConfirmDialog
          open
          isBusy={isBusy}
          question={t('comment.dialogs.areYouSureYou')}
          detail={isWaiting ? t('common.thisCannotBeUndone') : undefined}
          onAnswer={answer}
        />
      )
  }
}
