'use client'

import { t } from '@/lib/words/t'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { getAudience } from '@/lib/actions/dashboard'
import { callAction } from '@/lib/browser/call-action'
import { type PostState, postStates } from '@/lib/post/states'
import { bulkStateSchema } from '@/lib/schemas/team'
import { useStateNames } from '../state/post-state'
import { AnswerMenu } from '../canned-answer/answer-menu'
import { Dialog, DialogButtons } from '../ui/dialog'
import { Field } from '../ui/field'
import { SelectField } from '../ui/select-field'
import { audienceText } from '../team/change-forms'
import { countTags } from '@/lib/actions/triage'
import type { Tag } from '@/lib/queries/triage'
import { TagsDialog } from '../team/tags-dialog'

/** For more posts, neither tags nor followers are counted. */
const mostCounted = 200

export function StateWithNote(props: {
  ids: number[]
  onSave: (state: PostState, note: string) => void
  onClose: () => void
}) {
  const { ids, onSave, onClose } = props
  const count = ids.length
  const stateNames = useStateNames()
  const field = useRef<HTMLTextAreaElement>(null)
  const [state, setState] = useState<PostState>(postStates[0])
  const [error, setError] = useState('')
  const [said, setSaid] = useState('')

  // It opens for these posts and closes before others are chosen.
  const [asked] = useState(ids)
  useEffect(() => {
    if (asked.length > mostCounted) return
    void callAction(() => getAudience({ ids: asked })).then(
      (result) => result.ok && setSaid(audienceText(result.data)),
    )
  }, [asked])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const { data, error: problem } = bulkStateSchema.pick({ state: true, note: true }).safeParse({
      state,
      note: form.get('note'),
    })
    if (problem) setError(problem.issues[0]!.message)
    else onSave(data.state, data.note)
  }

  return (
    <Dialog onClose={onClose} title={t('dashboard.bulkDialogs.changeTheStateOf', { count })}>
      <form onSubmit={submit} className="space-y-4">
        <SelectField
          label={t('common.state')}
          choices={postStates.map((one) => [one, stateNames[one]])}
          value={state}
          onChange={({ currentTarget }) => setState(currentTarget.value as PostState)}
        />
        <Field
          multiline
          label={t('common.publicNote')}
          name="note"
          ref={field}
          rows={3}
          maxLength={1000}
          error={error}
          hint={t('dashboard.bulkDialogs.shownOnEachPost')}
        />
        <p role="status" className="min-h-5 text-ink-soft">
          {said}
        </p>
        <DialogButtons
          onCancel={onClose}
          before={
            <AnswerMenu postId={count === 1 ? ids[0]! : null} field={field} state={() => stateNames[state]} />
          }
        >
          {t('common.changeState')}
        </DialogButtons>
      </form>
    </Dialog>
  )
}

export function BulkTags(props: {
  ids: number[]
  tags: Tag[]
  onSave: (added: Tag[], removed: Tag[]) => void
  onClose: () => void
}) {
  const { ids, onSave, onClose } = props
  const [tags, setTags] = useState(props.tags)
  const [counts, setCounts] = useState<ReadonlyMap<number, number> | null>(null)
  const asked = ids.length <= mostCounted ? ids.join() : ''

  useEffect(() => {
    if (asked)
      void callAction(() => countTags({ ids: asked.split(',').map(Number) })).then(
        (result) => result.ok && setCounts(new Map(result.data.map(({ tag, posts }) => [tag, posts]))),
      )
  }, [asked])

  return (
    <TagsDialog
      tags={tags}
      had={(tag) => {
        if (!counts) return 'some'
        const having = counts.get(tag) ?? 0
        return having === 0 ? 'none' : having === ids.length ? 'all' : 'some'
      }}
      onTags={setTags}
      onSave={onSave}
      onClose={onClose}
    />
  )
}
