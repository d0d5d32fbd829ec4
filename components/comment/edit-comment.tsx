'use client'

import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { editComment, getCommentSource } from '@/lib/actions/comments'
import { commentLimit, editCommentSchema } from '@/lib/schemas/comment'
import type { ShownImage } from '@/lib/image/sizes'
import { ImageManager } from '../image/image-manager'
import { forgetMentions, mentionsOf } from '../mention/mentions'
import { Dialog, DialogButtons } from '../ui/dialog'
import { FormMessage } from '../ui/form-message'
import { useActionForm } from '../ui/use-action-form'
import { EditComposer, EditDialog } from '../mention/edit-dialog'
import { changeComment } from './comment-changes'

const schema = editCommentSchema.omit({ mentions: true })

type Source = { body: string; revision: number; post: number }

export function EditComment(props: { id: number; images: ShownImage[]; onClose: () => void }) {
  const { id, images, onClose } = props
  return (
    <EditDialog owner="comment" {...{ id, images, onClose }} mayChangeImages getSource={getCommentSource}>
      {(source, imagesPart) => <EditCommentForm {...{ id, source, onClose }}>{imagesPart}</EditCommentForm>}
    </EditDialog>
  )
}

function EditCommentForm(props: { id: number; source: Source; onClose: () => void; children: ReactNode }) {
  const { id, source, onClose, children } = props
  const formId = useId()
  const draftName = `edit-comment:${id}`
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
  // The dialog opened before its field existed.
  useEffect(() => form.setFocus('body'), [form])
  return (
    <>
      <form {...formProps} id={formId} className="edit-form space-y-3">
        <FormMessage>{message}</FormMessage>
        {theirs && (
          <FormMessage>
            {rich('comment.editComment.thisCommentWasChanged', {
              theirs,
              q: (text) => <q dir="auto">{text}</q>,
            })}
          </FormMessage>
        )}
        <EditComposer
          registered={form.register('body')}
          postId={source.post}
          draftName={draftName}
          limit={commentLimit}
          label={t('common.yourComment')}
          rows={5}
          error={error('body')}
        />
      </form>
      {children}
      <DialogButtons onCancel={onClose} form={formId} isSending={isSending} className="dialog-end py-4">
        {t('common.save')}
      </DialogButtons>
    </>
  )
}

export function CommentImages(props: { id: number; images: ShownImage[]; onClose: () => void }) {
  const { id, onClose } = props
  const [images, setImages] = useState(props.images)
  return (
    <Dialog onClose={onClose} title={t('common.commentImages')} size="lg">
      <ImageManager owner="comment" ownerId={id} images={images} onChange={setImages} mayChange={false} />
    </Dialog>
  )
}
