'use client'

import { t } from '@/lib/words/t'
import { useEffect, useRef, useState } from 'react'
import { sendContext } from '@/lib/actions/widget'
import { callAction } from '@/lib/browser/call-action'
import { useBrowserValue } from '@/lib/browser/create-store'
import { suggestTitle } from '@/lib/session/browser/draft'
import { deviceName } from '@/lib/text/device-name'
import { createPostTools as tools } from '../post/create-post-tools'
import { useEarlyDraft } from '@/lib/session/browser/use-early-draft'
import { Composer } from '../ui/composer'
import { ButtonLink } from '../ui/button'
import { buttonClass } from '../ui/button-class'
import { EmptyState } from '../ui/empty-state'
import { TitleField } from '../ui/title-field'
import { SelectField } from '../ui/select-field'
import { SubmitButton } from '../ui/submit-button'
import { useLazyForm } from '../ui/use-lazy-form'
import { waitsForApproval, waitsForApprovalDetail } from '../moderation/approval-texts'
import { tellHost, useFrame } from './bridge'

type Category = { slug: string; name: string; detailsPrompt: string | null }
type Done = { address: string | null }

/** The author's browser, screen and language in words. */
const browserText = (): string =>
  [deviceName(navigator.userAgent), `${screen.width} × ${screen.height}`, navigator.language].join(', ')

/** The form for a new post. It shows similar posts while the person types. */
export function WriteView({ categories }: { categories: Category[] }) {
  const { options } = useFrame()
  const [chosen, setChosen] = useState('')
  const [done, setDone] = useState<Done | null>(null)
  const asked = categories.find(({ slug }) => slug === (chosen || options.category)) ?? categories[0]
  if (done) {
    return (
      <EmptyState
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {done.address && (
              <a href={done.address} target="_blank" rel="noopener" className={buttonClass('default')}>
                {t('widget.seeYourPost')}
              </a>
            )}
            <ButtonLink href="/embed/own">{t('widget.yourPosts')}</ButtonLink>
          </div>
        }
        hint={done.address ? t('widget.thankYou') : waitsForApprovalDetail()}
      >
        <span role="status">{done.address ? t('common.postPublished') : waitsForApproval()}</span>
      </EmptyState>
    )
  }
  if (!asked) return <EmptyState />
  return (
    <>
      <h1 className="mb-3 text-lg font-semibold">{t('common.newPost')}</h1>
      {categories.length > 1 && (
        <SelectField
          label={t('common.category')}
          className="mb-3 block"
          value={asked.slug}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          choices={categories.map(({ slug, name }) => [slug, name] as const)}
        />
      )}
      <WriteForm
        key={`${asked.slug} ${options.title}`}
        category={asked}
        title={options.title}
        onDone={setDone}
      />
    </>
  )
}

function WriteForm(props: { category: Category; title?: string; onDone: (done: Done) => void }) {
  const { category, title: given, onDone } = props
  const draftName = `post:${category.slug}`
  const title = useRef<HTMLTextAreaElement>(null)
  const details = useRef<HTMLTextAreaElement>(null)
  const sends = useRef<HTMLInputElement>(null)
  const { page } = useFrame()
  const browser = useBrowserValue(browserText, '')
  const {
    props: form,
    late,
    isSending,
    errors,
  } = useLazyForm(() => Promise.resolve(tools), useEarlyDraft([draftName]))
  useState(() => typeof window !== 'undefined' && suggestTitle(draftName, given))
  useEffect(() => title.current!.focus({ preventScroll: true }), [])

  async function posted({ id, address }: { id: number; address: string | null }) {
    if (page && sends.current?.checked) await callAction(() => sendContext({ post: id, page, browser }))
    tellHost('posted', {
      id,
      title: title.current?.value,
      address: address && new URL(address, location.origin).href,
    })
    onDone({ address })
  }

  return (
    <form {...form} aria-label={t('common.newPost')} className="space-y-3">
      <TitleField
        ref={title}
        name="title"
        label={t('common.title')}
        autoComplete="off"
        placeholder={t('post.createPost.titlePrompt')}
        error={errors.title}
        extra={<tools.TitleCount field={title} />}
      />
      <tools.SimilarPosts {...{ draftName, title, details, onClose: () => {} }} canComment={false} />
      <Composer
        field={details}
        name="details"
        label={t('common.details')}
        rows={2}
        error={errors.details}
        placeholder={category.detailsPrompt ?? t('post.createPost.detailsPrompt')}
      >
        <tools.DetailsTools
          {...{ category: category.slug, draftName, title, details, late }}
          onClose={() => {}}
          onPosted={posted}
        />
      </Composer>
      {page && (
        <label className="flex items-start gap-2">
          <input ref={sends} type="checkbox" data-trap defaultChecked className="mt-1" />
          <span>
            {t('widget.sendContext')}
            <span className="block text-ink-soft">
              <bdi dir="ltr" className="break-all">
                {page}
              </bdi>
              <br />
              {browser}
            </span>
          </span>
        </label>
      )}
      <p role="alert" className="text-danger empty:hidden">
        {errors.form}
      </p>
      <SubmitButton isSending={isSending} className="w-full">
        {t('post.createPost.publish')}
      </SubmitButton>
    </form>
  )
}
