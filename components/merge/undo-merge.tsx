'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { unmergePosts } from '@/lib/actions/merges'
import { callAction } from '@/lib/browser/call-action'
import { focusNear } from '../ui/focus-near'
import { toast, toastProblem } from '../ui/toast-store'

export function UndoMerge({ post, title }: { post: number; title: string }) {
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)

  async function undo(button: HTMLElement) {
    setBusy(true)
    const result = await callAction(() => unmergePosts({ ids: [post] }))
    setBusy(false)
    if (!result.ok) toastProblem(t('common.theMergeWasntUndone'), result.message)
    else {
      focusNear(button)
      toast({ title: t('merge.undoMerge.restored', { title }) })
    }
    router.refresh()
  }

  return (
    <button
      type="button"
      aria-label={t('merge.undoMerge.undoTheMergeOf', { title })}
      aria-disabled={isBusy || undefined}
      onClick={({ currentTarget }) => !isBusy && void undo(currentTarget)}
      className="no-print -mx-1 min-h-6 rounded-md px-1 font-medium text-accent-ink hover:underline pointer-coarse:min-h-11"
    >
      {t('common.undo')}
    </button>
  )
}
