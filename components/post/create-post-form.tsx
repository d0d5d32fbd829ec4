'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { createPost, previewMarkdown } from '@/lib/actions/posts'
import { forgetDraft, readDraft } from '@/lib/session/browser/draft'
import { useDraft } from '@/lib/session/browser/use-draft'
import { createPostSchema, detailsLimit, titleLimit } from '@/lib/schemas/post'
import { createSendingKeys } from '@/lib/browser/sending-keys'
import { textLength } from '@/lib/text/text-length'
import { useMemberForm } from '../account/use-member-form'
import { ImagePicker } from '../image/image-picker'
import { useImageFiles } from '../image/use-image-files'
import { buttonClass } from '../ui/button-class'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { MarkdownField } from '../ui/markdown-field'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'
import { SimilarPosts } from './similar-posts'

type Draft = { title: string; details: string }

/** Title, details and what was asked for before. A visitor writes first and signs in at the end. */
export function CreatePostForm({ category, onClose }: { category: string; onClose: () => void }) {
  const router = useRouter()
  const draftName = `post:${category}`
  const images = useImageFiles()
  const [sending] = useState(createSendingKeys)
  const [draft] = useState(() => readDraft<Draft>(draftName) ?? { title: '', details: '' })
  const { form, submit, message, error, isSending } = useMemberForm({
    schema: createPostSchema,
    defaultValues: { category, ...draft },
    action: (input) => createPost({ ...input, key: sending.keyFor(JSON.stringify(input)) }),
    onDone: async ({ id, address }) => {
      sending.arrived()
      const hasImages = images.files.length === 0 || (await images.send('post', id))
      forgetDraft(draftName)
      form.reset({ category, title: '', details: '' })
      onClose()
      toast(
        hasImages
          ? { title: 'Your post is published.' }
          : {
              variant: 'destructive',
              title: 'Your post is published, but not every image.',
              description: 'Add the missing ones with Edit.',
            },
      )
      router.push(address)
    },
  })
  const title = useWatch({ control: form.control, name: 'title' })
  const details = useWatch({ control: form.control, name: 'details' })

  const typed = useMemo<Draft | null>(() => (title || details ? { title, details } : null), [title, details])
  useDraft(draftName, typed, isSending)

  useEffect(() => form.setFocus('title'), [form])

  return (
    <form
      noValidate
      aria-label="New post"
      onSubmit={submit}
      className="space-y-3 rounded-lg border border-line bg-surface p-4"
    >
      <FormMessage>{message}</FormMessage>
      <Field
        label="Title"
        dir="auto"
        autoComplete="off"
        placeholder="Say it in a few words"
        error={error('title')}
        extra={
          <span
            className={`tabular text-xs ${textLength(title) > titleLimit ? 'font-semibold text-danger' : 'text-ink-soft'}`}
          >
            {textLength(title)} / {titleLimit}
          </span>
        }
        {...form.register('title')}
      />
      <SimilarPosts title={title} details={details} onChoose={onClose} />
      <MarkdownField
        control={form.control}
        name="details"
        label="Details"
        limit={detailsLimit}
        preview={previewMarkdown}
        onPasteFiles={images.add}
        placeholder="What problem would it solve for you? How do you get by today?"
      />
      <ImagePicker images={images} />
      <div className="flex gap-2">
        <SubmitButton isSending={isSending}>Publish</SubmitButton>
        <button type="button" onClick={onClose} className={buttonClass('ghost')}>
          Close
        </button>
      </div>
    </form>
  )
}
