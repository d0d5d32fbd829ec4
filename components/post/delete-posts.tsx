'use client'

import { t } from '@/lib/words/t'
import { type ComponentProps, useState } from 'react'
import type { ActionResult } from '@/lib/schemas/action-result'
import { deletePosts, restorePosts } from '@/lib/actions/dashboard'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { offerUndo, toastProblem } from '../ui/toast-store'
import { inChunks } from './in-chunks'

export function DeletePosts(props: {
  ids: number[]
  detail?: string
  /** Deletes those that still exist, and reports how many. */
  remove: (ids: number[]) => Promise<ActionResult<{ deleted: number }>>
  restore: (ids: number[]) => Promise<ActionResult<{ restored: number }>>
  /** Closes the question, so that the caller can show the progress. */
  onProgress?: (done: number) => void
  /** Called with what was deleted, which is nothing if the answer was No. */
  onClose: (deleted: number[]) => void
  onRestored?: () => void
}) {
  const { ids, detail, remove, restore, onProgress, onClose, onRestored } = props
  const [isDeleting, setDeleting] = useState(false)

  async function deleteAll() {
    setDeleting(true)
    onProgress?.(0)
    const { done, answers, problem } = await inChunks(ids, remove, onProgress)
    onClose(done)
    const deleted = answers.reduce((sum, answer) => sum + answer.deleted, 0)
    const left = ids.length - done.length
    const failure = left > 0 && t('post.deletePosts.notDeleted', { left, problem })
    const gone = done.length - deleted
    const before = gone > 0 && t('post.deletePosts.alreadyDeleted', { gone })
    const description = [failure, before].filter(Boolean).join(' ')
    if (deleted === 0) return toastProblem(t('post.deletePosts.nothingWasDeleted'), description)
    offerUndo(t('post.deletePosts.deleted', { deleted }), () => void undo(done, deleted), description)
  }

  async function undo(ids: number[], deleted: number) {
    const { answers, problem } = await inChunks(ids, restore)
    onRestored?.()
    const missing = answers.reduce((left, { restored }) => left - restored, deleted)
    if (missing === 0) return
    toastProblem(
      t('post.deletePosts.couldntBeRestored', { missing }),
      problem || t('post.deletePosts.itWasDeletedToo'),
    )
  }

  return (
    <ConfirmDialog
      open={!isDeleting || !onProgress}
      isBusy={isDeleting}
      question={t('post.deletePosts.areYouSureYou', { count: ids.length })}
      detail={detail}
      onAnswer={(yes) => (yes ? void deleteAll() : onClose([]))}
    />
  )
}

const asAdmin = {
  remove: (ids: number[]) => deletePosts({ ids }),
  restore: (ids: number[]) => restorePosts({ ids }),
}

export function DeleteAsAdmin(props: Omit<ComponentProps<typeof DeletePosts>, keyof typeof asAdmin>) {
  return <DeletePosts {...asAdmin} {...props} />
}
