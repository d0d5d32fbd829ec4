'use client'

import { useEffect, useRef } from 'react'
import { useDraft } from '@/lib/session/browser/use-draft'
import { buttonClass } from '../ui/button-class'
import { Composer } from '../ui/composer'
import { Field } from '../ui/field'
import { SubmitButton } from '../ui/submit-button'
import { useLazyForm } from '../ui/use-lazy-form'

const loadTools = () => import('./create-post-tools').then((file) => file.createPostTools)

/** Title and details. A visitor writes first and signs in at the end. */
export function CreatePostForm(props: {
  category: string
  detailsPrompt: string | null
  takesFocus: boolean
  onClose: () => void
}) {
  const { category, detailsPrompt, takesFocus, onClose } = props
  const draftName = `post:${category}`
  const title = useRef<HTMLInputElement>(null)
  const details = useRef<HTMLTextAreaElement>(null)
  const { props: form, part: tools, late, isSending, errors } = useLazyForm(loadTools)
  const draft = useDraft(form.ref, draftName)

  useEffect(() => {
    if (takesFocus) title.current!.focus()
  }, [takesFocus])

  return (
    <form
      {...form}
      aria-label="New post"
      className="create-post-form rounded-lg border border-line bg-surface p-3 sm:p-4"
    >
      <div className="space-y-3">
        <Field
          ref={title}
          name="title"
          label="Title"
          dir="auto"
          autoComplete="off"
          placeholder="Say it in a few words"
          error={errors.title}
          extra={tools && <tools.TitleCount field={title} />}
        />
        <Composer
          field={details}
          name="details"
          label="Details"
          rows={5}
          error={errors.details}
          placeholder={detailsPrompt ?? 'What problem would it solve for you? How do you get by today?'}
        >
          {tools && <tools.DetailsTools {...{ category, draftName, draft, title, details, late, onClose }} />}
        </Composer>
        <p role="alert" className="text-danger empty:hidden">
          {errors.form}
        </p>
      </div>
      {tools && <tools.SimilarPosts {...{ category, title, details, onClose }} />}
      <div className="create-post-end sticky bottom-0 -mb-3 flex justify-end gap-2 bg-surface py-3 sm:-mb-4">
        <button type="button" onClick={onClose} className={buttonClass('ghost')}>
          Close
        </button>
        <SubmitButton isSending={isSending}>Publish</SubmitButton>
      </div>
    </form>
  )
}
