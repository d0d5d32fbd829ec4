'use client'

import { t } from '@/lib/words/t'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { callAction } from '@/lib/browser/call-action'
import type { ShownImage } from '@/lib/image/sizes'
import type { Label } from '@/lib/queries/changelog'
import type { EditedEntry, LinkedPost } from '@/lib/queries/changelog-team'
import { entrySchema } from '@/lib/schemas/changelog'
import { ImageManager, type ImageSender } from '../image/image-manager'
import { FormMessage } from '../ui/form-message'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'
import { EntryAddress, EntryBody, EntryTitle } from './entry-body'
import { EntryLabels } from './entry-labels'
import { EntryPosts } from './entry-posts'
import { EntryPublishing, SaveEntry } from './entry-publishing'
import { forgetKept, isSameEntry, type KeptEntry, readKept, writeKept } from './kept-entry'
import { EntryStateBadge, type Publishing } from './team-entries'
import { ChangedMeanwhile, TheirVersion } from './their-version'
import { useSaveInTurn } from './use-save-in-turn'

/** Milliseconds without typing before a draft is saved. */
const pause = 2_000

type Saved = { isSaved: boolean; id: number; title: string; body: string; revision: number }
type Theirs = { title: string; body: string }

export function EntryEditor(props: {
  entry: EditedEntry | null
  linked: LinkedPost[]
  labels: Label[]
  publishing: Publishing
  /** With the id that a new entry got. */
  onCreated: (id: number) => void
}) {
  const { entry, linked, labels, publishing, onCreated } = props
  const [id, setId] = useState(entry?.id ?? null)
  const [posts, setPosts] = useState<LinkedPost[]>(entry?.posts ?? linked)
  const [chosen, setChosen] = useState(entry?.labels.map((label) => label.id) ?? [])
  const [images, setImages] = useState<ShownImage[]>(entry?.images ?? [])
  const [theirs, setTheirs] = useState<Theirs | null>(null)
  const [status, setStatus] = useState('')
  const state = entry?.state ?? 'draft'
  const mayEdit = state === 'draft' || publishing.mayPublish
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const save = useSaveInTurn()
  const formId = useId()
  const sent = useRef<KeptEntry>(null)
  /** The same as `posts`, for what runs after a pause. */
  const postsNow = useRef(posts)
  const sender = useRef<ImageSender>(null)

  const made = useActionForm({
    schema: entrySchema,
    defaultValues: {
      id: entry?.id ?? null,
      title: entry?.title ?? (linked.length === 1 ? linked[0]!.title : ''),
      body: entry?.body ?? (linked.length > 1 ? linked.map(({ title }) => `- ${title}`).join('\n') : ''),
      // The address of a draft follows its title.
      slug: state === 'draft' ? '' : entry!.slug,
      labels: chosen,
      posts: posts.map((post) => post.id),
      seenRevision: entry?.revision ?? null,
      key: '',
    },
    action: save,
    onSend: () => void (sent.current = typed()),
    onDone: (saved) => {
      arrived(saved)
      if (!saved.isSaved) return
      if (state === 'draft') setStatus(t('changelog.entryEditor.draftSaved'))
      else toast({ title: t('changelog.entryEditor.changesSaved') })
    },
  })
  const { form, field, formProps, message, error, isSending } = made

  function typed(): KeptEntry {
    const { title, body, slug, labels: ids, seenRevision, key } = form.getValues()
    return { title, body, slug, labels: ids, posts: postsNow.current, revision: seenRevision, key }
  }

  function arrived(saved: Saved) {
    form.setValue('seenRevision', saved.revision)
    if (!saved.isSaved) return setTheirs(saved)
    setTheirs(null)
    forgetKept(saved.id, linked)
    if (id === null) {
      setId(saved.id)
      form.setValue('id', saved.id)
      onCreated(saved.id)
      window.history.replaceState(null, '', `/dashboard/changelog/edit?id=${saved.id}`)
      sender.current?.sendWaiting(saved.id)
    }
    const now = typed()
    if (sent.current && !isSameEntry(sent.current, now)) keep(saved.id)
  }

  const restore = useEffectEvent(() => {
    const kept = readKept(id, linked)
    form.setValue('key', kept?.key || crypto.randomUUID())
    if (!kept || isSameEntry(kept, typed())) return
    form.setValue('title', kept.title)
    form.setValue('body', kept.body)
    form.setValue('slug', kept.slug || form.getValues('slug'))
    form.setValue('seenRevision', kept.revision)
    setLabels(kept.labels)
    setLinked(kept.posts)
    setStatus(t('changelog.entryEditor.restored'))
  })
  useEffect(() => {
    // Wait until the fields are registered.
    const frame = requestAnimationFrame(() => restore())
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer.current)
    }
  }, [])

  /** Typed text is stored on this device immediately, and a draft in the database after a pause. */
  function keep(of: number | null = id) {
    writeKept(of, linked, typed())
    clearTimeout(timer.current)
    if (state === 'draft' && !theirs) timer.current = setTimeout(() => void autosave(), pause)
  }

  async function autosave() {
    const parsed = entrySchema.safeParse(form.getValues())
    if (!parsed.success || form.formState.isSubmitting) return
    sent.current = typed()
    const result = await callAction(() => save(parsed.data))
    if (!result.ok) return setStatus(t('changelog.entryEditor.notSavedYet'))
    arrived(result.data)
    setStatus(result.data.isSaved ? t('changelog.entryEditor.draftSaved') : '')
  }

  async function saveNow() {
    clearTimeout(timer.current)
    const parsed = entrySchema.safeParse(form.getValues())
    if (!parsed.success) return void made.submit()
    sent.current = typed()
    const result = await callAction(() => save(parsed.data))
    if (result.ok) arrived(result.data)
    else setStatus(t('changelog.entryEditor.notSavedYet'))
    return result.ok && result.data.isSaved ? result.data.revision : undefined
  }

  function setLabels(next: number[]) {
    setChosen(next)
    form.setValue('labels', next)
  }

  function setLinked(next: LinkedPost[]) {
    setPosts(next)
    postsNow.current = next
    const ids = next.map((post) => post.id)
    form.setValue('posts', ids)
  }

  const saving = mayEdit && <SaveEntry form={formId} {...{ id, isSending, state }} replaces={!!theirs} />

  return (
    <>
      <h1 className="mb-4 flex flex-wrap items-center gap-x-3 text-xl font-semibold">
        {t(id === null ? 'changelog.teamEntries.newEntry' : 'changelog.entryEditor.editEntry')}{' '}
        <span className="flex text-sm md:hidden">
          <EntryStateBadge state={state} />
        </span>
      </h1>
      <div className="@container flex flex-col gap-6 md:grid md:grid-cols-[minmax(0,1fr)_16rem] lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="entry-column">
          <form
            {...formProps}
            id={formId}
            aria-label={t('changelog.entryEditor.entry')}
            // Wait until the field's own listener has run.
            onChange={() => keep()}
            className="space-y-4"
          >
            <FormMessage>{message}</FormMessage>
            {!mayEdit && <FormMessage tone="info">{t('changelog.entryEditor.onlyAdmins')}</FormMessage>}
            {theirs && <ChangedMeanwhile />}
            <div className="entry-paper">
              <EntryTitle
                readOnly={!mayEdit}
                defaultValue={form.formState.defaultValues?.title}
                {...field('title')}
              />
              <EntryBody
                registered={form.register('body')}
                error={error('body')}
                readOnly={!mayEdit}
                onImages={(files) => void sender.current?.add(files)}
                around={{ images, posts, labels: labels.filter((label) => chosen.includes(label.id)) }}
              />
            </div>
            {theirs && <TheirVersion {...theirs} />}
            {state !== 'draft' && (
              <EntryAddress
                readOnly={!mayEdit}
                isPublished={state === 'published'}
                defaultValue={form.formState.defaultValues?.slug}
                {...field('slug')}
              />
            )}
          </form>
          <ImageManager
            owner="entry"
            ownerId={id}
            images={images}
            mayChange={mayEdit}
            onSave={() => void saveNow()}
            onChange={setImages}
            sender={sender}
          />
        </div>
        <div className="contents md:sticky md:top-18 md:block md:space-y-6 md:self-start">
          <EntryPublishing
            {...{ id, state, entry, publishing, status }}
            posts={posts.map((post) => post.id)}
            open={posts.filter((post) => post.state !== 'completed').length}
            save={saveNow}
          >
            {saving}
          </EntryPublishing>
          <EntryLabels
            labels={labels}
            chosen={chosen}
            readOnly={!mayEdit}
            onChange={(next) => {
              setLabels(next)
              keep()
            }}
          />
          <EntryPosts
            posts={posts}
            readOnly={!mayEdit}
            isPublished={state === 'published'}
            onChange={(next) => {
              setLinked(next)
              keep()
            }}
          />
        </div>
      </div>
    </>
  )
}
