'use client'

import { useEffect, useState } from 'react'
import { addNote, deleteNote } from '@/lib/actions/triage'
import { callAction } from '@/lib/browser/call-action'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { TeamMember } from '@/lib/queries/people'
import type { Note, Tag, TriagePost } from '@/lib/queries/triage'
import { noteSchema } from '@/lib/schemas/team'
import { useViewer } from '@/lib/session/browser/store'
import { buttonClass } from '../ui/button-class'
import { Composer } from '../ui/composer'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast, toastProblem } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'
import { Notes } from './notes'
import { PlanDialog } from './plan-dialog'
import { PlanText } from './plan-text'
import { actOn, type Change, changePlan, changeTagsOf, type SeenPost } from './post-acts'
import { TagsDialog } from './tags-dialog'
import { usePostActs } from './use-acts'

type Loaded = { post: TriagePost; tags: Tag[]; team: TeamMember[] }

/** What the team keeps of a post beside it: plan, tags and internal notes. */
export function PostInternals({ post: seen }: { post: SeenPost }) {
  const { id } = seen
  const viewerId = useViewer()?.id ?? ''
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [problem, setProblem] = useState('')
  const [open, setOpen] = useState<'tags' | 'plan' | null>(null)

  async function load() {
    const found = await ask(id)
    setProblem(found ? '' : 'Plan, tags and notes could not be loaded.')
    if (found) setLoaded(found)
  }
  useEffect(() => {
    let isStale = false
    void ask(id).then((found) => {
      if (isStale) return
      setProblem(found ? '' : 'Plan, tags and notes could not be loaded.')
      setLoaded(found)
    })
    return () => {
      isStale = true
    }
  }, [id])

  const acts = usePostActs(() => void load())
  if (!loaded) return <FormMessage>{problem}</FormMessage>
  const { post, tags, team } = loaded
  const isPlanned = post.plan.assignee !== null || post.plan.quarter !== null
  const own = tags.filter((tag) => post.tags.includes(tag.id))

  function save(change: Change, said: string, title: string) {
    setOpen(null)
    void acts.perform({
      ...actOn([seen], change, () => said),
      onProblem(description) {
        if (!description) return
        void load()
        toast({ variant: 'destructive', title, description })
      },
    })
  }

  async function remove(note: Note) {
    const result = await callAction(() => deleteNote({ id: note.id }))
    if (!result.ok) toastProblem(result.message)
    await load()
  }

  return (
    <section aria-label="For the team" className="space-y-3">
      <FormMessage>{problem}</FormMessage>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <PlanText plan={post.plan} team={team} />
        <button
          type="button"
          onClick={() => setOpen('plan')}
          className={buttonClass('ghost', isPlanned ? '' : '-ms-2 sm:-ms-3')}
        >
          {isPlanned ? 'Change plan' : 'Add plan'}
        </button>
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        {own.map(({ id: tagId, name }) => (
          <bdi key={tagId} className="rounded-full border border-line-strong px-2 text-xs leading-5">
            {name}
          </bdi>
        ))}
        <button
          type="button"
          onClick={() => setOpen('tags')}
          className={buttonClass('ghost', own.length > 0 ? '' : '-ms-2 sm:-ms-3')}
        >
          {own.length > 0 ? 'Change tags' : 'Add tags'}
        </button>
      </div>
      <Notes notes={post.notes} viewerId={viewerId} onDelete={(note) => void remove(note)} />
      <NoteForm key={id} id={id} onSaved={() => void load()} />
      {open === 'plan' && (
        <PlanDialog
          count={1}
          plan={post.plan}
          team={team}
          onSave={(plan) => save(changePlan(plan), 'The plan is saved.', 'The plan was not saved.')}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'tags' && (
        <TagsDialog
          tags={tags}
          had={(tag) => (post.tags.includes(tag) ? 'all' : 'none')}
          onTags={(all) => setLoaded({ ...loaded, tags: all })}
          onSave={(added, removed) =>
            save(changeTagsOf(added, removed), 'The tags are saved.', 'The tags were not saved.')
          }
          onClose={() => setOpen(null)}
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
    clears: ['body'],
    onDone: onSaved,
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
  const answer = await fetchJson<Omit<Loaded, 'post'> & { posts: TriagePost[] }>('/api/triage', {
    query,
  }).catch(() => null)
  return answer?.posts[0] ? { post: answer.posts[0], tags: answer.tags, team: answer.team } : null
}
