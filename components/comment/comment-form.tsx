'use client'

import { useEffect, useRef } from 'react'
import { useDraft } from '@/lib/session/browser/use-draft'
import { moveDraft } from '@/lib/session/browser/draft'
import { useViewer } from '@/lib/session/browser/store'
import { Button } from '../ui/button'
import { Composer } from '../ui/composer'
import { SubmitButton } from '../ui/submit-button'
import { useLazyForm } from '../ui/use-lazy-form'
import { loadPart } from '../ui/lazy-part'

const loadTools = () => loadPart(() => import('./comment-tools')).then((file) => file.CommentTools)

export function CommentForm(props: {
  postId: number
  parent?: number
  onClose?: () => void
  takesFocus?: boolean
}) {
  const { postId, parent = null, onClose, takesFocus } = props
  const draftName = parent ? `reply:${parent}` : `comment:${postId}`
  const field = useRef<HTMLTextAreaElement>(null)
  const { props: form, part: CommentTools, late, isSending, errors } = useLazyForm(loadTools)
  const draft = useDraft(form.ref, draftName)

  useEffect(() => {
    if (takesFocus) field.current!.focus()
  }, [takesFocus])

  return (
    <form {...form} aria-label={parent ? 'Reply' : 'New comment'}>
      <Composer
        field={field}
        name="body"
        label={parent ? 'Your reply' : 'Your comment'}
        hidesLabel
        rows={2}
        isQuiet={!parent}
        error={errors.body ?? errors.form}
        placeholder={parent ? 'Write a reply' : 'Write a comment'}
        footer={
          <>
            {onClose && (
              <Button onClick={onClose} look="ghost">
                Cancel
              </Button>
            )}
            <SubmitButton isSending={isSending}>{parent ? 'Reply' : 'Comment'}</SubmitButton>
          </>
        }
      >
        {CommentTools && (
          <CommentTools {...{ postId, parent, draftName, draft, field, late }} onSent={onClose} />
        )}
      </Composer>
    </form>
  )
}

/** Brings here what somebody began to write on posts that were merged since. Stands before the form that reads it. */
export function MovedDrafts({ from, to }: { from: number[]; to: number }) {
  const owner = useViewer()?.id
  useEffect(() => {
    for (const post of from) moveDraft(`comment:${post}`, `comment:${to}`)
  }, [from, to, owner])
  return null
}
