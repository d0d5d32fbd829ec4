'use client'

import { t } from '@/lib/words/t'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { suggestTitle, useHasDraft } from '@/lib/session/browser/draft'
import { Icon } from '../ui/icon'
import { useEarlyDraft } from '@/lib/session/browser/use-early-draft'
import { Button } from '../ui/button'
import { Composer } from '../ui/composer'
import { TitleField } from '../ui/title-field'
import { SelectField } from '../ui/select-field'
import { SubmitButton } from '../ui/submit-button'
import { useLazyForm } from '../ui/use-lazy-form'
import { partLoader } from '../ui/lazy-part'

type Choice = { slug: string; name: string; detailsPrompt: string | null }

/** Opens the form for a new post. A link to #new-post does too, with the title from its query. */
export function CreatePost(props: {
  /** Where the form is. It is chosen at first, if it is a choice. */
  category: string
  prompt: string | null
  choices: Choice[]
}) {
  const { category, prompt, choices } = props
  const draftName = `post:${category}`
  const [opened, setOpened] = useState<'for-draft' | 'by-person' | 'closed' | null>(null)
  const hasDraft = useHasDraft(draftName)
  // Stays open when the draft is gone because its post exists.
  if (hasDraft && opened === null) setOpened('for-draft')
  const opener = useRef<HTMLButtonElement>(null)
  const isOpen = opened === 'for-draft' || opened === 'by-person'

  // Its place is no longer reserved (first-scripts.tsx).
  useEffect(() => {
    if (isOpen || window.location.hash !== '#new-post') delete document.documentElement.dataset.writing
  }, [isOpen])

  const followLink = useEffectEvent(() => {
    const { hash, pathname, search } = window.location
    if (hash !== '#new-post') return
    suggestTitle(draftName, new URLSearchParams(search).get('title'))
    setOpened('by-person')
    window.history.replaceState(null, '', pathname)
  })
  useEffect(() => {
    const follow = () => followLink()
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])

  function close() {
    setOpened('closed')
    // Wait until the field is shown again.
    requestAnimationFrame(() => opener.current?.focus())
  }

  return (
    <div
      id="new-post"
      className={isOpen ? 'create-post w-full' : opened === null ? 'create-post at-first' : 'create-post'}
    >
      {isOpen ? (
        // Recreated for a link, so that it starts with its title.
        <CreatePostForm
          key={opened}
          category={category}
          choices={choices}
          takesFocus={opened === 'by-person'}
          onClose={close}
        />
      ) : (
        <button ref={opener} type="button" onClick={() => setOpened('by-person')} className="script-only">
          <Icon name="plus" />
          {prompt ?? t('common.newPostPrompt')}
        </button>
      )}
      <noscript>
        <p className="text-ink-soft">{t('post.createPost.noScript')}</p>
      </noscript>
    </div>
  )
}

const loadTools = partLoader(() => import('./create-post-tools').then((file) => file.createPostTools))

function CreatePostForm(props: {
  category: string
  choices: Choice[]
  takesFocus: boolean
  onClose: () => void
}) {
  const { category, choices, takesFocus, onClose } = props
  const [chosen, setChosen] = useState(category)
  const { slug: wanted, detailsPrompt } = choices.find(({ slug }) => slug === chosen) ?? choices[0]!
  const draftName = `post:${category}`
  const title = useRef<HTMLTextAreaElement>(null)
  const details = useRef<HTMLTextAreaElement>(null)
  const {
    props: form,
    part: tools,
    late,
    isSending,
    errors,
  } = useLazyForm(loadTools, useEarlyDraft([draftName]))

  useEffect(() => {
    if (takesFocus) title.current!.focus()
  }, [takesFocus])

  return (
    <form {...form} aria-label={t('common.newPost')} className="create-post-form">
      <div>
        {choices.length > 1 && (
          <SelectField
            name="category"
            label={t('common.category')}
            defaultValue={wanted}
            onInput={({ currentTarget }) => setChosen(currentTarget.value)}
            choices={choices.map(({ slug, name }) => [slug, name] as const)}
          />
        )}
        <TitleField
          ref={title}
          name="title"
          label={t('common.title')}
          autoComplete="off"
          readOnly={isSending}
          placeholder={t('post.createPost.titlePrompt')}
          error={errors.title}
          extra={tools && <tools.TitleCount field={title} />}
        />
        <Composer
          field={details}
          name="details"
          label={t('common.details')}
          rows={5}
          readOnly={isSending}
          error={errors.details}
          placeholder={detailsPrompt ?? t('post.createPost.detailsPrompt')}
        >
          {tools && (
            <tools.DetailsTools {...{ category: wanted, draftName, title, details, late, onClose }} />
          )}
        </Composer>
        <p role="alert" className="text-danger empty:hidden">
          {errors.form}
        </p>
      </div>
      <div className="create-post-end">
        <Button aria-disabled={isSending || undefined} onClick={() => !isSending && onClose()} look="ghost">
          {t('common.close')}
        </Button>
        <SubmitButton isSending={isSending}>{t('post.createPost.publish')}</SubmitButton>
      </div>
      {tools && <tools.SimilarPosts {...{ draftName, title, details, onClose }} inert={isSending} />}
    </form>
  )
}
