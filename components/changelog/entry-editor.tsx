'use client'

import { t } from '@/lib/words/t'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { saveEntry } from '@/lib/actions/changelog'
import { callAction } from '@/lib/browser/call-action'
import type { Label } from '@/lib/queries/changelog'
import type { EditedEntry, LinkedPost } from '@/lib/queries/changelog-team'
import { entrySchema } from '@/lib/schemas/changelog'
import { forgetDraft, readDraft, writeDraft } from '@/lib/session/browser/draft'
import { ImageManager } from '../image/image-manager'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'
import { EntryBody } from './entry-body'
import { EntryPosts } from './entry-posts'
import { EntryPublishing } from './entry-publishing'
import type { Publishing } from './team-entries'

/** Milliseconds without typing before a draft is saved. */
const pause = 2_000

type Kept = { title: string; body: string; revision: number | null; key: string }
type Saved = { isSaved: boolean; id: number; title: string; body: string; revision: number }
type Theirs = { title: string; body: string }

export function EntryEditor(props: {
  entry: EditedEntry | null
  /** The posts that a new entry is about. */
  linked: LinkedPost[]
  labels: Label[]
  publishing: Publishing
}) {
  const { entry, linked, labels, publishing } = props
  const [id, setId] = useState(entry?.id ?? null)
  const [posts, setPosts] = useState<LinkedPost[]>(entry?.posts ?? linked)
  const [theirs, setTheirs] = useState<Theirs | null>(null)
  const [status, setStatus] = useState('')
  const state = entry?.state ?? 'draft'
  const mayEdit = state === 'draft' || publishing.mayPublish
  const draftName = `entry:${entry?.id ?? 'new'}`
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const made = useActionForm({
    schema: entrySchema,
    defaultValues: {
      id: entry?.id ?? null,
      title: entry?.title ?? (linked.length === 1 ? linked[0]!.title : ''),
      body: entry?.body ?? (linked.length > 1 ? linked.map(({ title }) => `- ${title}`).join('\n') : ''),
      // The address of a draft follows its title.
      slug: state === 'draft' ? '' : entry!.slug,
      labels: entry?.labels.map((label) => label.id) ?? [],
      posts: posts.map((post) => post.id),
      seenRevision: entry?.revision ?? null,
      key: '',
    },
    action: saveEntry,
    onDone: (saved) => {
      arrived(saved)
      if (saved.isSaved)
        toast({
          title:
            state === 'published'
              ? t('changelog.entryEditor.changesSaved')
              : t('changelog.entryEditor.draftSaved'),
        })
    },
  })
  const { form, field, formProps, message, error, isSending } = made

  function arrived(saved: Saved) {
    form.setValue('seenRevision', saved.revision)
    if (!saved.isSaved) return setTheirs(saved)
    setTheirs(null)
    forgetDraft(draftName)
    if (id === null) {
      setId(saved.id)
      form.setValue('id', saved.id)
      window.history.replaceState(null, '', `/dashboard/changelog/edit?id=${saved.id}`)
    }
  }

  const restore = useEffectEvent(() => {
    const kept = readDraft<Kept>(draftName)
    form.setValue('key', kept?.key || crypto.randomUUID())
    if (!kept || (kept.title === form.getValues('title') && kept.body === form.getValues('body'))) return
    if (id === null && linked.length > 0) return
    form.setValue('title', kept.title)
    form.setValue('body', kept.body)
    form.setValue('seenRevision', kept.revision)
    setStatus(t('changelog.entryEditor.restored'))
  })
  useEffect(() => {
    // Once the fields are registered.
    const frame = requestAnimationFrame(() => restore())
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer.current)
    }
  }, [])

  /** Typed text is stored on this device immediately, and a draft in the database after a pause. */
  function keep() {
    const { title, body, seenRevision, key } = form.getValues()
    writeDraft(draftName, { title, body, revision: seenRevision, key } satisfies Kept)
    clearTimeout(timer.current)
    if (state === 'draft' && !theirs) timer.current = setTimeout(() => void autosave(), pause)
  }

  async function autosave() {
    const values = form.getValues()
    const parsed = entrySchema.safeParse(values)
    if (!parsed.success || form.formState.isSubmitting) return
    const result = await callAction(() => saveEntry(parsed.data))
    if (!result.ok) return setStatus(t('changelog.entryEditor.notSavedYet'))
    const isTypedSince = form.getValues('title') !== values.title || form.getValues('body') !== values.body
    arrived(result.data)
    if (isTypedSince) keep()
    setStatus(result.data.isSaved ? t('changelog.entryEditor.draftSaved') : '')
  }

  function setLabel(label: number, wanted: boolean) {
    const others = form.getValues('labels').filter((one) => one !== label)
    form.setValue('labels', wanted ? [...others, label] : others)
    keep()
  }

  function link(next: LinkedPost[]) {
    setPosts(next)
    form.setValue(
      'posts',
      next.map((post) => post.id),
    )
    keep()
  }

  const onInput = (event: FormEvent) => {
    if ((event.target as HTMLInputElement).type !== 'search') keep()
  }

  return (
    <div className="grid max-w-4xl gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <form
        {...formProps}
        aria-label={t('changelog.entryEditor.entry')}
        onInput={onInput}
        className="min-w-0 space-y-4"
      >
        <FormMessage>{message}</FormMessage>
        {!mayEdit && <FormMessage tone="info">{t('changelog.entryEditor.onlyAdmins')}</FormMessage>}
        {theirs && (
          <FormMessage>
            <p className="font-semibold">{t('changelog.entryEditor.changedMeanwhile')}</p>
            <p className="mt-1">{t('changelog.entryEditor.saveToReplace')}</p>
          </FormMessage>
        )}
        <Field
          label={t('common.title')}
          dir="auto"
          autoComplete="off"
          required
          readOnly={!mayEdit}
          {...field('title')}
        />
        <EntryBody registered={form.register('body')} error={error('body')} readOnly={!mayEdit} />
        {theirs && (
          <section
            aria-label={t('changelog.entryEditor.theirVersion')}
            className="rounded-md border border-line bg-sunken p-3"
          >
            <p dir="auto" className="font-semibold">
              {theirs.title}
            </p>
            <pre dir="auto" className="mt-2 font-sans whitespace-pre-wrap">
              {theirs.body}
            </pre>
          </section>
        )}
        <fieldset disabled={!mayEdit}>
          <legend className="mb-1 font-medium">{t('changelog.entryEditor.labels')}</legend>
          <div className="flex flex-wrap gap-x-5">
            {labels.map((label) => (
              <label key={label.id} className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  defaultChecked={entry?.labels.some((one) => one.id === label.id)}
                  onChange={({ currentTarget }) => setLabel(label.id, currentTarget.checked)}
                />
                {label.name}
              </label>
            ))}
          </div>
        </fieldset>
        {state !== 'draft' && (
          <Field
            label={t('changelog.entryEditor.address')}
            autoComplete="off"
            spellCheck={false}
            readOnly={!mayEdit}
            hint={t('changelog.entryEditor.addressHint')}
            {...field('slug')}
          />
        )}
        <EntryPosts posts={posts} readOnly={!mayEdit} onChange={link} />
        {mayEdit && (
          <div className="flex flex-wrap items-center gap-3">
            <SubmitButton isSending={isSending} look="outline">
              {theirs
                ? t('changelog.entryEditor.saveMine')
                : state === 'published'
                  ? t('changelog.entryEditor.saveChanges')
                  : t('changelog.entryEditor.saveDraft')}
            </SubmitButton>
            <p role="status" className="text-ink-soft">
              {status}
            </p>
          </div>
        )}
      </form>
      <div className="space-y-6">
        {id === null ? (
          <p className="text-ink-soft">{t('changelog.entryEditor.saveFirst')}</p>
        ) : (
          <>
            <EntryPublishing
              id={id}
              state={state}
              publishAt={entry?.publishAt ?? null}
              open={posts.filter((post) => post.state !== 'completed').length}
              publishing={publishing}
              save={async () => {
                clearTimeout(timer.current)
                const parsed = entrySchema.safeParse(form.getValues())
                if (!parsed.success) return void made.submit()
                const result = await callAction(() => saveEntry(parsed.data))
                if (result.ok) arrived(result.data)
                return result.ok && result.data.isSaved ? result.data.revision : undefined
              }}
            />
            <div>
              <h2 className="mb-2 font-semibold">{t('common.images')}</h2>
              <ImageManager owner="entry" ownerId={id} images={entry?.images ?? []} mayChange={mayEdit} />
            </div>
          </>
        )}
      </div>
    </div>
  )
}
