'use client'

import { t } from '@/lib/words/t'
import { hideComments, hidePosts, showComments, showPosts } from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import { hideSchema } from '@/lib/schemas/moderation'
import { offerUndo, toastProblem } from '../ui/toast-store'
import { ReasonDialog } from './reason-dialog'

const kinds = {
  post: {
    hide: hidePosts,
    show: showPosts,
    get hint() {
      return t('moderation.hideDialog.itsPageWillLook')
    },
  },
  comment: {
    hide: hideComments,
    show: showComments,
    get hint() {
      return t('moderation.hideDialog.everyoneSeesThisIn')
    },
  },
}

/** Asks for a reason and hides posts or comments. It can be undone here for a moment, later in the dashboard. */
export function HideDialog(props: {
  kind: keyof typeof kinds
  ids: number[]
  seen?: string[]
  onClose: () => void
  onHidden: (reason: string) => void
  onShown: () => void
}) {
  const { kind, ids, seen, onClose, onHidden, onShown } = props
  const { hide, show, hint } = kinds[kind]
  const values = { kind, count: ids.length }

  async function undo() {
    const result = await callAction(() => show({ ids, seen }))
    if (!result.ok) toastProblem(result.message)
    onShown()
  }

  return (
    <ReasonDialog
      title={t('moderation.hideDialog.hide', values)}
      hint={hint}
      button={t('common.hide')}
      onClose={onClose}
      form={{
        schema: hideSchema,
        defaultValues: { ids, reason: '' },
        action: hide,
        onDone: (_, { reason }) => {
          offerUndo(t('moderation.hideDialog.hidden', values), () => void undo())
          onHidden(reason.trim())
        },
      }}
    />
  )
}
