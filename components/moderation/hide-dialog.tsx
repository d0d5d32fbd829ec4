'use client'

import { hideComments, hidePosts, showComments, showPosts } from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import { hideSchema } from '@/lib/schemas/moderation'
import { countText } from '@/lib/text/count-text'
import { offerUndo, toastProblem } from '../ui/toast-store'
import { ReasonDialog } from './reason-dialog'

const kinds = {
  post: {
    hide: hidePosts,
    show: showPosts,
    name: (count: number) => (count === 1 ? 'post' : `${countText(count)} posts`),
    hint: "Its page will look like it doesn't exist. Only the team sees the reason.",
  },
  comment: {
    hide: hideComments,
    show: showComments,
    name: (count: number) => (count === 1 ? 'comment' : `${countText(count)} comments`),
    hint: 'Everyone sees this in place of the comment.',
  },
}

/** Asks for a reason and hides posts or comments; for a moment they can be had back from here, later from the dashboard. */
export function HideDialog(props: {
  kind: keyof typeof kinds
  ids: number[]
  onClose: () => void
  onHidden: (reason: string) => void
  onShown: () => void
}) {
  const { kind, ids, onClose, onHidden, onShown } = props
  const { hide, show, name, hint } = kinds[kind]

  async function undo() {
    const result = await callAction(() => show({ ids }))
    if (!result.ok) toastProblem(result.message)
    onShown()
  }

  return (
    <ReasonDialog
      title={ids.length === 1 ? `Hide this ${name(1)}` : `Hide ${name(ids.length)}`}
      hint={hint}
      button="Hide"
      onClose={onClose}
      form={{
        schema: hideSchema,
        defaultValues: { ids, reason: '' },
        action: hide,
        onDone: (_, { reason }) => {
          offerUndo(
            `${ids.length > 1 ? name(ids.length) : kind === 'post' ? 'Post' : 'Comment'} hidden.`,
            () => void undo(),
          )
          onHidden(reason.trim())
        },
      }}
    />
  )
}
