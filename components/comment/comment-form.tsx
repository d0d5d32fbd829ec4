'use client'

import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { createComment } from '@/lib/actions/comments'
import { previewMarkdown } from '@/lib/actions/posts'
import { createSendingKeys } from '@/lib/browser/sending-keys'
import { commentLimit, createCommentSchema } from '@/lib/schemas/comment'
import { forgetDraft, readDraft } from '@/lib/session/browser/draft'
import { useDraft } from '@/lib/session/browser/use-draft'
import { useMemberForm } from '../account/use-member-form'
import { ImagePicker } from '../image/image-picker'
import { useImageFiles } from '../image/use-image-files'
import { buttonClass } from '../ui/button-class'
import { FormMessage } from '../ui/form-message'
import { MarkdownField } from '../ui/markdown-field'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'
import { addOwn, confirmOwn, dropOwn } from './comment-store'

const schema = createCommentSchema.omit({ key: true })

/** Writes a comment or, with `parent`, a reply. It stands in its place at once; what fails comes back to be sent again. */
export function CommentForm(props: {
  postId: number
  parent?: number
  onClose?: () => void
  takesFocus?: boolean
}) {
  const { postId, parent = null, onClose, takesFocus } = props
  const draftName = parent ? `reply:${parent}` : `comment:${postId}`
  const [draft] = useState(() => readDraft<string>(draftName) ?? '')
  const images = useImageFiles()
  const [sending] = useState(createSendingKeys)
  const { form, submit, message, isSending } = useMemberForm({
    schema,
    defaultValues: { post: postId, parent, body: draft },
    onSend: ({ body }) => {
      addOwn({ key: sending.keyFor(body), post: postId, parent, text: body, saved: null })
      form.setValue('body', '')
    },
    action: (input) => createComment({ ...input, key: sending.keyFor(input.body) }),
    onDone: async (comment, { body }) => {
      confirmOwn(sending.keyFor(body), comment)
      sending.arrived()
      if (images.files.length > 0 && !(await images.send('comment', comment.id))) {
        toast({ variant: 'destructive', title: 'Your comment is there, but not every image.' })
      }
      forgetDraft(draftName)
      onClose?.()
    },
    onRefused: (result, { body }) => {
      dropOwn(sending.keyFor(body))
      // The refused text comes back, above what was typed while it was on its way.
      form.setValue('body', [body, form.getValues('body')].filter(Boolean).join('\n\n'))
      if (result.reason === 'rate-limit') {
        toast({ variant: 'destructive', title: 'Your comment was not sent.', description: result.message })
      }
    },
  })
  useDraft(draftName, useWatch({ control: form.control, name: 'body' }), isSending)

  return (
    <form noValidate aria-label={parent ? 'Reply' : 'New comment'} onSubmit={submit} className="space-y-2">
      <FormMessage>{message}</FormMessage>
      <MarkdownField
        control={form.control}
        name="body"
        label={parent ? 'Your reply' : 'Your comment'}
        hidesLabel
        rows={parent ? 3 : 4}
        limit={commentLimit}
        preview={previewMarkdown}
        takesFocus={takesFocus}
        onPasteFiles={images.add}
        placeholder={parent ? 'Write a reply' : 'Write a comment'}
      />
      <ImagePicker images={images} />
      <div className="flex gap-2">
        <SubmitButton isSending={isSending}>{parent ? 'Reply' : 'Comment'}</SubmitButton>
        {onClose && (
          <button type="button" onClick={onClose} className={buttonClass('ghost')}>
            Cancel
          </button>
        )}
      </div>
    </form>
  )
}
