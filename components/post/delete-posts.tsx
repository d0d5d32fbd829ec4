'use client'

import { useState } from 'react'
import type { ActionResult } from '@/lib/schemas/action-result'
import { undoTime } from '@/lib/schemas/undo'
import { countText } from '@/lib/text/count-text'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { toast } from '../ui/toast-store'
import { inChunks } from './in-chunks'

const posts = (count: number) => (count === 1 ? 'The post' : `${countText(count)} posts`)

/** Asks, deletes, and offers for a moment to have back what was deleted. */
export function DeletePosts(props: {
  ids: number[]
  detail?: string
  remove: (ids: number[]) => Promise<ActionResult<unknown>>
  restore: (ids: number[]) => Promise<ActionResult<{ restored: number }>>
  /** Who shows the progress needs the question out of the way. */
  onProgress?: (done: number) => void
  /** Told with what has been deleted; that is nothing when the answer was No. */
  onClose: (deleted: number[]) => void
  onRestored?: () => void
}) {
  const { ids, detail, remove, restore, onProgress, onClose, onRestored } = props
  const [isDeleting, setDeleting] = useState(false)

  async function deleteAll() {
    setDeleting(true)
    onProgress?.(0)
    const { done: deleted, problem } = await inChunks(ids, remove, onProgress)
    onClose(deleted)
    const left = ids.length - deleted.length
    const failure = `${posts(left)} ${left === 1 ? 'was' : 'were'} not deleted.`
    if (deleted.length === 0) return toast({ variant: 'destructive', title: failure, description: problem })
    toast({
      title: `${posts(deleted.length)} ${deleted.length === 1 ? 'is' : 'are'} deleted.`,
      description: problem && `${failure} ${problem}`,
      duration: undoTime,
      action: { label: 'Undo', run: () => void undo(deleted) },
    })
  }

  async function undo(deleted: number[]) {
    const { answers, problem } = await inChunks(deleted, restore)
    onRestored?.()
    const missing = answers.reduce((left, { restored }) => left - restored, deleted.length)
    if (missing === 0) return
    toast({
      variant: 'destructive',
      title: `${posts(missing)} could not be brought back.`,
      description: problem || 'It is too late.',
    })
  }

  return (
    <ConfirmDialog
      open={!isDeleting || !onProgress}
      isBusy={isDeleting}
      question={`Are you sure you want to delete ${ids.length === 1 ? 'this post' : 'these posts'}?`}
      detail={detail}
      onAnswer={(yes) => (yes ? void deleteAll() : onClose([]))}
    />
  )
}
