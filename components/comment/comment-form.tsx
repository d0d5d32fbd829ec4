'use client'

import { t } from '@/lib/words/t'
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
    <form {...form} aria-label={parent ? t('common.reply') : t('comment.form.newComment')}>
      <Composer
        field={field}
        name="body"
        label={parent ? t('comment.form.yourReply') : t('common.yourComment')}
        hidesLabel
        rows={2}
        isQuiet={!parent}
        error={errors.body ?? errors.form}
        placeholder={parent ? t('comment.form.writeAReply') : t('comment.form.writeAComment')}
        footer={
          <>
            {onClose && (
              <Button onClick={onClose} look="ghost">
                {t('common.cancel')}
              </Button>
            )}
            <SubmitButton isSending={isSending}>
              {parent ? t('common.reply') : t('common.comment')}
            </SubmitButton>
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

/** Moves drafts here from posts that were merged in the meantime. Must come before the form that reads the draft. */
export function MovedDrafts({ from, to }: { from: number[]; to: number }) {
  const owner = useViewer()?.id
  useEffect(() => {
    for (const post of from) moveDraft(`comment:${post}`, `comment:${to}`)
  }, [from, to, owner])
  return null
}
