import { t } from '@/lib/words/t'
import { useEffect, useRef, useState } from 'react'
import { readDraft, writeDraft } from '@/lib/session/browser/draft'
import { useDraft } from '@/lib/session/browser/use-draft'
import { Button } from '../ui/button'
import { Composer } from '../ui/composer'
import { Field } from '../ui/field'
import { SelectField } from '../ui/select-field'
import { SubmitButton } from '../ui/submit-button'
import { useLazyForm } from '../ui/use-lazy-form'
import { loadPart } from '../ui/lazy-part'

export type Choice = { slug: string; name: string; detailsPrompt: string | null }

/** Gives a draft without a title one. */
export function titleDraft(draftName: string, title: string): void {
  const draft = readDraft<{ title: string }>(draftName)
  if (!draft?.title) writeDraft(draftName, { ...draft, title })
}

const loadTools = () => loadPart(() => import('./create-post-tools')).then((file) => file.createPostTools)

/** The form for a new post. */
export function CreatePostForm(props: {
  /** Where it is. It is chosen at first, if it is a choice. */
  category: string
  choices: Choice[]
  takesFocus: boolean
  onClose: () => void
}) {
  const { category, choices, takesFocus, onClose } = props
  const [chosen, setChosen] = useState(category)
  const { slug: wanted, detailsPrompt } = choices.find(({ slug }) => slug === chosen) ?? choices[0]!
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
      aria-label={t('common.newPost')}
      className="create-post-form rounded-lg border border-line bg-surface p-3 sm:p-4"
    >
      <div className="space-y-3">
        {choices.length > 1 && (
          <SelectField
            name="category"
            label={t('common.category')}
            defaultValue={wanted}
            onInput={({ currentTarget }) => setChosen(currentTarget.value)}
            choices={choices.map(({ slug, name }) => [slug, name] as const)}
          />
        )}
        <Field
          ref={title}
          name="title"
          label={t('common.title')}
          dir="auto"
          autoComplete="off"
          placeholder={t('post.createPost.titlePrompt')}
          error={errors.title}
          extra={tools && <tools.TitleCount field={title} />}
        />
        <Composer
          field={details}
          name="details"
          label={t('common.details')}
          rows={5}
          error={errors.details}
          placeholder={detailsPrompt ?? t('post.createPost.detailsPrompt')}
        >
          {tools && (
            <tools.DetailsTools {...{ category: wanted, draftName, draft, title, details, late, onClose }} />
          )}
        </Composer>
        <p role="alert" className="text-danger empty:hidden">
          {errors.form}
        </p>
      </div>
      {tools && <tools.SimilarPosts {...{ draftName, title, details, onClose }} />}
      <div className="create-post-end flex justify-end gap-2">
        <Button onClick={onClose} look="ghost">
          {t('common.close')}
        </Button>
        <SubmitButton isSending={isSending}>{t('post.createPost.publish')}</SubmitButton>
      </div>
    </form>
  )
}
