'use client'

import { t } from '@/lib/words/t'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { editPost, getPostSource } from '@/lib/actions/posts'
import { detailsLimit, editPostSchema } from '@/lib/schemas/post'
import type { ShownImage } from '@/lib/image/sizes'
import { forgetMentions, mentionsOf } from '../mention/mentions'
import { Button } from '../ui/button'
import { TitleField } from '../ui/title-field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'
import { EditComposer, EditDialog } from '../mention/edit-dialog'

const schema = editPostSchema.omit({ mentions: true })

type Source = { title: string; details: string; revision: number }

export function EditPostDialog(props: {
  id: number
  images: ShownImage[]
  ownsImages: boolean
  onClose: () => void
}) {
  const { id, images, ownsImages, onClose } = props
  return (
    <EditDialog
      owner="post"
      {...{ id, images, onClose }}
      mayChangeImages={ownsImages}
      getSource={getPostSource}
    >
      {(source, imagesPart) => <EditPostForm {...{ id, source, onClose }}>{imagesPart}</EditPostForm>}
    </EditDialog>
  )
}

/** If someone else saved in between, both texts are shown and nothing is lost. */
function EditPostForm(props: { id: number; source: Source; onClose: () => void; children: ReactNode }) {
  const { id, source, onClose, children } = props
  const formId = useId()
  const draftName = `edit-post:${id}`
  const [theirs, setTheirs] = useState<Source | null>(null)
  const { form, field, formProps, message, error, isSending } = useActionForm({
    schema,
    defaultValues: { id, title: source.title, details: source.details, seenRevision: source.revision },
    action: (input) => editPost({ ...input, mentions: mentionsOf(draftName, input.details) }),
    onDone: ({ isSaved, ...current }) => {
      if (isSaved) {
        forgetMentions(draftName)
        toast({ title: t('post.editPostDialog.changesSaved') })
        onClose()
        return
      }
      setTheirs(current)
      form.setValue('seenRevision', current.revision)
    },
  })
  // The dialog opened before its fields existed.
  useEffect(() => {
    const { elements } = document.getElementById(formId) as HTMLFormElement
    const title = elements.namedItem('title') as HTMLTextAreaElement
    title.setSelectionRange(0, 0)
    title.focus()
  }, [formId])
  return (
    <>
      <form {...formProps} id={formId} className="edit-form space-y-4">
        <FormMessage>{message}</FormMessage>
        {theirs && (
          <FormMessage>
            <p className="font-semibold">{t('post.editPostDialog.someoneElseChangedThis')}</p>
            <p className="mt-1">{t('post.editPostDialog.theirVersionIsBelow')}</p>
          </FormMessage>
        )}
        <TitleField label={t('common.title')} required {...field('title')} />
        <EditComposer
          registered={form.register('details')}
          postId={id}
          draftName={draftName}
          limit={detailsLimit}
          label={t('common.details')}
          rows={8}
          error={error('details')}
        />
        {theirs && (
          <section
            aria-label={t('post.editPostDialog.theirVersion')}
            className="rounded-md border border-line bg-sunken p-3"
          >
            <p dir="auto" className="font-semibold">
              {theirs.title}
            </p>
            <pre dir="auto" className="mt-2 font-sans whitespace-pre-wrap">
              {theirs.details}
            </pre>
          </section>
        )}
      </form>
      {children}
      <div className="dialog-end flex flex-wrap justify-end gap-2 py-4">
        <Button onClick={onClose} look="ghost">
          {t('common.cancel')}
        </Button>
        {theirs && (
          <Button
            onClick={() => {
              form.setValue('title', theirs.title)
              form.setValue('details', theirs.details)
            }}
          >
            {t('post.editPostDialog.useTheirVersion')}
          </Button>
        )}
        <SubmitButton form={formId} isSending={isSending}>
          {theirs ? t('post.editPostDialog.saveMine') : t('common.save')}
        </SubmitButton>
      </div>
    </>
  )
}
