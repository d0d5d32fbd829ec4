'use client'

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { editComment, getCommentSource } from '@/lib/actions/comments'
import { previewMarkdown } from '@/lib/actions/posts'
import { commentLimit, editCommentSchema } from '@/lib/schemas/comment'
import { ImageManager } from '../image/image-manager'
import type { ShownImage } from '@/lib/image/sizes'
import { MentionList } from '../mention/mention-list'
import { forgetMentions, mentionsOf } from '../mention/mentions'
import { Composer } from '../ui/composer'
import { ComposerTools } from '../ui/composer-tools'
import { Dialog, DialogButtons } from '../ui/dialog'
import { FormMessage } from '../ui/form-message'
import { useActionForm } from '../ui/use-action-form'
import { useEditSource } from '../ui/use-edit-source'
import { changeComment } from './comment-store'

const schema = editCommentSchema.omit({ mentions: true })

type Source = { body: string; revision: number; post: number }

export function EditComment(props: { id: number; images: ShownImage[]; onClose: () => void }) {
  const { id, images, onClose } = props
  const { source, problem } = useEditSource(id, getCommentSource)
  return (
    <Dialog onClose={onClose} title="Edit comment" size="lg">
      <FormMessage>{problem}</FormMessage>
      {source ? (
        <EditCommentForm id={id} source={source} onClose={onClose}>
          <h3 className="mt-6 mb-2 font-semibold">Images</h3>
          <ImageManager owner="comment" ownerId={id} images={images} mayChange />
        </EditCommentForm>
      ) : (
        !problem && <p role="status">Loading...</p>
      )}
    </Dialog>
  )
}

function EditCommentForm(props: { id: number; source: Source; onClose: () => void; children: ReactNode }) {
  const { id, source, onClose, children } = props
  const formId = useId()
  const draftName = `edit-comment:${id}`
  const body = useRef<HTMLTextAreaElement>(null)
  const [theirs, setTheirs] = useState('')
  const { form, formProps, message, error, isSending } = useActionForm({
    schema,
    defaultValues: { id, body: source.body, seenRevision: source.revision },
    action: (input) => editComment({ ...input, mentions: mentionsOf(draftName, input.body) }),
    onDone: (saved) => {
      if (saved.isSaved) {
        forgetMentions(draftName)
        changeComment(id, { body: saved.body, isEdited: true })
        onClose()
        return
      }
      setTheirs(saved.source)
      form.setValue('seenRevision', saved.revision)
    },
  })
  const { ref: register, ...registered } = form.register('body')
  // The dialog opened before its field was here.
  useEffect(() => form.setFocus('body'), [form])
  return (
    <>
      <form {...formProps} id={formId} className="space-y-3">
        <FormMessage>{message}</FormMessage>
        {theirs && (
          <FormMessage>
            This comment was changed in another window meanwhile. It says now: <q dir="auto">{theirs}</q> Save
            again to put your text in its place.
          </FormMessage>
        )}
        <Composer
          {...registered}
          field={(element) => {
            body.current = element
            register(element)
          }}
          label="Your comment"
          required
          hidesLabel
          rows={5}
          error={error('body')}
        >
          <MentionList field={body} postId={source.post} draftName={draftName} />
          <ComposerTools field={body} limit={commentLimit} preview={previewMarkdown} />
        </Composer>
      </form>
      {children}
      <DialogButtons
        onCancel={onClose}
        form={formId}
        isSending={isSending}
        className="sticky -bottom-5 -mb-5 bg-surface py-4 sm:-bottom-6 sm:-mb-6"
      >
        Save
      </DialogButtons>
    </>
  )
}

export function CommentImages(props: { id: number; images: ShownImage[]; onClose: () => void }) {
  const { id, images, onClose } = props
  return (
    <Dialog onClose={onClose} title="Images of this comment" size="lg">
      <ImageManager owner="comment" ownerId={id} images={images} mayChange={false} />
    </Dialog>
  )
}
