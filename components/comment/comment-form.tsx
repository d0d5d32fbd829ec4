'use client'

import { t } from '@/lib/words/t'
import { useEffect, useRef } from 'react'
import { useEarlyDraft } from '@/lib/session/browser/use-early-draft'
import { Button } from '../ui/button'
import { Composer } from '../ui/composer'
import { SubmitButton } from '../ui/submit-button'
import { useLazyForm } from '../ui/use-lazy-form'
import { partLoader } from '../ui/lazy-part'

const loadTools = partLoader(() => import('./comment-tools').then((file) => file.CommentTools))

export function CommentForm(props: {
  postId: number
  parent?: number
  /** Posts merged into this one, whose drafts go on here. */
  mergedIds?: number[]
  onClose?: () => void
  takesFocus?: boolean
}) {
  const { postId, parent = null, mergedIds = [], onClose, takesFocus } = props
  const drafts = parent ? [`reply:${parent}`] : [postId, ...mergedIds].map((id) => `comment:${id}`)
  const field = useRef<HTMLTextAreaElement>(null)
  const {
    props: form,
    part: CommentTools,
    late,
    isSending,
    errors,
  } = useLazyForm(loadTools, useEarlyDraft(drafts))

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
        {CommentTools && <CommentTools {...{ postId, parent, drafts, field, late }} onSent={onClose} />}
      </Composer>
    </form>
  )
}
