'use client'

import { t } from '@/lib/words/t'
import { useState } from 'react'
import { addNote, deleteNote } from '@/lib/actions/triage'
import { callAction } from '@/lib/browser/call-action'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { TeamMember } from '@/lib/queries/people'
import type { Note, Tag, TriagePost } from '@/lib/queries/triage'
import { noteSchema } from '@/lib/schemas/team'
import { useViewer } from '@/lib/session/browser/store'
import { PersonName } from '../person/person-name'
import { Button } from '../ui/button'
import { Composer } from '../ui/composer'
import { FormMessage } from '../ui/form-message'
import { Icon } from '../ui/icon'
import { SubmitButton } from '../ui/submit-button'
import { toastProblem } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'
import { countText } from '@/lib/words/count-text'
import { RelativeTime } from '../ui/relative-time'
import { useDelayed } from '../ui/use-delayed'
import { PlanDialog, PlanText } from './plan'
import { actOn, type Change, changePlan, changeTagsOf, type SeenPost, usePostActs } from './post-acts'
import { TagsDialog } from './tags-dialog'

type Loaded = { post: TriagePost; tags: Tag[]; team: TeamMember[] }

export function PostInternals({ post: seen }: { post: SeenPost }) {
  const { id } = seen
  const viewerId = useViewer()?.id ?? ''
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [problem, setProblem] = useState('')
  const [open, setOpen] = useState<'tags' | 'plan' | null>(null)

  async function load(signal?: AbortSignal) {
    const found = await ask(id)
    if (signal?.aborted) return
    setProblem(found ? '' : t('team.postInternals.planTagsAndNotes'))
    if (found || signal) setLoaded(found)
  }
  useDelayed(`${id}`, 0, load)

  const acts = usePostActs(() => void load())
  // As high as what is loading, so that nothing below it moves.
  if (!loaded) return problem ? <FormMessage>{problem}</FormMessage> : <div className="min-h-77" />
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
        toastProblem(title, description)
      },
    })
  }

  async function remove(note: Note) {
    const result = await callAction(() => deleteNote({ id: note.id }))
    if (!result.ok) toastProblem(result.message)
    await load()
  }

  return (
    <section aria-label={t('team.postInternals.forTheTeam')} className="space-y-3">
      <FormMessage>{problem}</FormMessage>
      {post.interest && <Interest {...post.interest} />}
      <div>
        <p className="font-medium">{t('common.plan')}</p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <PlanText plan={post.plan} team={team} />
          <Button
            onClick={() => setOpen('plan')}
            look="ghost"
            className={isPlanned ? '!px-2' : '-ms-2 !px-2'}
          >
            {!isPlanned && <Icon name="plus" />}
            {isPlanned ? t('team.postInternals.editPlan') : t('team.postInternals.setOwnerAndQuarter')}
          </Button>
        </div>
      </div>
      <div>
        <p className="font-medium">{t('common.tags')}</p>
        <div className="flex flex-wrap items-center gap-1.5">
          {own.map(({ id: tagId, name }) => (
            <bdi key={tagId} className="rounded-full border border-line-strong px-2 text-xs leading-5">
              {name}
            </bdi>
          ))}
          <Button
            onClick={() => setOpen('tags')}
            look="ghost"
            className={own.length > 0 ? '!px-2' : '-ms-2 !px-2'}
          >
            {own.length === 0 && <Icon name="plus" />}
            {own.length > 0 ? t('team.postInternals.editTags') : t('team.postInternals.addTags')}
          </Button>
        </div>
      </div>
      <Notes notes={post.notes} viewerId={viewerId} onDelete={(note) => void remove(note)} />
      <NoteForm key={id} id={id} onSaved={() => void load()} />
      {open === 'plan' && (
        <PlanDialog
          count={1}
          plan={post.plan}
          team={team}
          onSave={(plan) =>
            save(
              changePlan(plan),
              t('team.postInternals.planSaved'),
              t('team.postInternals.thePlanWasntSaved'),
            )
          }
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'tags' && (
        <TagsDialog
          tags={tags}
          had={(tag) => (post.tags.includes(tag) ? 'all' : 'none')}
          onTags={(all) => setLoaded({ ...loaded, tags: all })}
          onSave={(added, removed) =>
            save(
              changeTagsOf(added, removed),
              t('team.postInternals.tagsSaved'),
              t('team.postInternals.theTagsWerentSaved'),
            )
          }
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

function Interest({ companies, monthlyValue, plans }: NonNullable<TriagePost['interest']>) {
  return (
    <p>
      <span className="font-medium">{t('team.interest.title')}</span>
      <br />
      {t('team.interest.summary', { companies, value: countText(Math.round(monthlyValue)) })}
      <span className="text-ink-soft">
        {Object.entries(plans).map(([plan, people]) => (
          <bdi key={plan}>{` · ${plan} ${countText(people)}`}</bdi>
        ))}
      </span>
    </p>
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
    <form {...formProps} aria-label={t('common.internalNote')}>
      <FormMessage>{message}</FormMessage>
      <Composer
        {...registered}
        field={ref}
        label={t('common.internalNote')}
        rows={2}
        isQuiet
        error={error('body')}
        placeholder={t('common.onlyTeamSees')}
        footer={
          <SubmitButton isSending={isSending} look="outline">
            {t('common.addNote')}
          </SubmitButton>
        }
      />
    </form>
  )
}

/** Null if it can't be loaded: the post is deleted, or the site can't be reached. */
async function ask(id: number): Promise<Loaded | null> {
  const query = { posts: String(id) }
  const answer = await fetchJson<Omit<Loaded, 'post'> & { posts: TriagePost[] }>('/api/triage', {
    query,
  }).catch(() => null)
  return answer?.posts[0] ? { post: answer.posts[0], tags: answer.tags, team: answer.team } : null
}

export function Notes(props: { notes: Note[]; viewerId: string; onDelete: (note: Note) => void }) {
  const { notes, viewerId, onDelete } = props
  if (notes.length === 0) return null
  return (
    <ul className="space-y-2">
      {notes.map((note) => (
        <li key={note.id} className="rounded-md border border-line bg-mark/30 px-3 py-2">
          <p className="flex items-baseline gap-2 text-xs text-ink-soft">
            <span className="font-medium text-ink">
              <PersonName id={note.authorId} name={note.authorName} isTeam={false} />
            </span>
            <RelativeTime iso={note.createdAt} />
            {note.isContext && <span>{t('team.postInternals.sentAlong')}</span>}
            {(note.authorId === viewerId || note.isContext) && (
              <button
                type="button"
                aria-label={t('team.postInternals.deleteThisNote')}
                onClick={() => onDelete(note)}
                className="ms-auto min-h-6 underline hover:text-ink pointer-coarse:min-h-11"
              >
                {t('common.delete')}
              </button>
            )}
          </p>
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {note.body}
          </p>
        </li>
      ))}
    </ul>
  )
}
