'use client'

import { useEffect, useState } from 'react'
import { addNote, deleteNote } from '@/lib/actions/triage'
import { callAction } from '@/lib/browser/call-action'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { Note, Tag, TriagePost } from '@/lib/queries/triage'
import { noteSchema } from '@/lib/schemas/triage'
import { undoTime } from '@/lib/schemas/undo'
import { useViewer } from '@/lib/session/browser/store'
import { buttonClass } from '../ui/button-class'
import { Composer } from '../ui/composer'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'
import { Notes } from './notes'
import { tagPosts, untagPosts } from './tag-changes'
import { TagsDialog } from './tags-dialog'

type Loaded = { post: TriagePost; tags: Tag[] }

/** What the team keeps of a post beside it: tags and internal notes. */
export function PostDesk({ id }: { id: number }) {
  const viewerId = useViewer()?.id ?? ''
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [problem, setProblem] = useState('')
  const [isTagging, setTagging] = useState(false)

  async function load() {
    const found = await ask(id)
    setProblem(found ? '' : 'Notes and tags could not be loaded.')
    if (found) setLoaded(found)
  }
  useEffect(() => {
    let isStale = false
    void ask(id).then((found) => {
      if (isStale) return
      setProblem(found ? '' : 'Notes and tags could not be loaded.')
      setLoaded(found)
    })
    return () => {
      isStale = true
    }
  }, [id])

  if (!loaded) return <FormMessage>{problem}</FormMessage>
  const { post, tags } = loaded
  const own = tags.filter((tag) => post.tags.includes(tag.id))

  async function saveTags(added: Tag[], removed: Tag[]) {
    setTagging(false)
    const result = await tagPosts([id], added, removed)
    await load()
    if (!result.ok)
      return toast({ variant: 'destructive', title: 'The tags were not saved.', description: result.message })
    toast({
      title: 'The tags are saved.',
      duration: undoTime,
      action: { label: 'Undo', run: () => void untagPosts(result.data).then(load) },
    })
  }

  async function remove(note: Note) {
    const result = await callAction(() => deleteNote({ id: note.id }))
    if (!result.ok) toast({ variant: 'destructive', title: result.message })
    await load()
  }

  return (
    <section aria-label="For the team" className="space-y-3">
      <FormMessage>{problem}</FormMessage>
      <div className="flex flex-wrap items-center gap-1.5">
        {own.map(({ id: tagId, name }) => (
          <bdi key={tagId} className="rounded-full border border-line-strong px-2 text-xs leading-5">
            {name}
          </bdi>
        ))}
        <button
          type="button"
          onClick={() => setTagging(true)}
          className={buttonClass('ghost', own.length > 0 ? '' : '-ms-2')}
        >
          {own.length > 0 ? 'Change tags' : 'Add tags'}
        </button>
      </div>
      <Notes notes={post.notes} viewerId={viewerId} onDelete={(note) => void remove(note)} />
      <NoteForm key={id} id={id} onSaved={() => void load()} />
      {isTagging && (
        <TagsDialog
          tags={tags}
          had={(tag) => (post.tags.includes(tag) ? 'all' : 'none')}
          onTags={(all) => setLoaded({ post, tags: all })}
          onSave={(added, removed) => void saveTags(added, removed)}
          onClose={() => setTagging(false)}
        />
      )}
    </section>
  )
}

function NoteForm({ id, onSaved }: { id: number; onSaved: () => void }) {
  const { form, formProps, message, error, isSending } = useActionForm({
    schema: noteSchema,
    defaultValues: { post: id, body: '' },
    action: addNote,
    onDone: () => {
      form.setValue('body', '')
      onSaved()
    },
    tries: 1,
  })
  const { ref, ...registered } = form.register('body')
  return (
    <form {...formProps} aria-label="Internal note">
      <FormMessage>{message}</FormMessage>
      <Composer
        {...registered}
        field={ref}
        label="Internal note"
        rows={2}
        isQuiet
        error={error('body')}
        placeholder="Only the team reads it."
        footer={<SubmitButton isSending={isSending}>Add note</SubmitButton>}
      />
    </form>
  )
}

/** Null where it cannot be had: the post is gone, or the site is out of reach. */
async function ask(id: number): Promise<Loaded | null> {
  const query = { posts: String(id) }
  const answer = await fetchJson<{ posts: TriagePost[]; tags: Tag[] }>('/api/triage', { query }).catch(
    () => null,
  )
  return answer?.posts[0] ? { post: answer.posts[0], tags: answer.tags } : null
}
