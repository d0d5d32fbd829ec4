'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { getAudience } from '@/lib/actions/dashboard'
import { callAction } from '@/lib/browser/call-action'
import { type PostState, postStates } from '@/lib/post/states'
import { bulkStateSchema } from '@/lib/schemas/team'
import { countText } from '@/lib/text/count-text'
import { useStateNames } from '../state/state-names'
import { AnswerMenu } from '../canned-answer/answer-menu'
import { Dialog } from '../ui/dialog'
import { DialogButtons } from '../ui/dialog-buttons'
import { Field } from '../ui/field'
import { SelectField } from '../ui/select-field'
import { audienceText } from '../team/audience-text'

/** As many as are counted at once. */
const mostCounted = 200

/** A state for chosen posts with a note that stands below each of them. */
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

  // It opens for these posts and is closed before others are chosen.
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
    <Dialog
      onClose={onClose}
      title={count === 1 ? 'Change the state of 1 post' : `Change the state of ${countText(count)} posts`}
    >
      <form onSubmit={submit} className="space-y-4">
        <SelectField
          label="State"
          choices={postStates.map((one) => [one, stateNames[one]])}
          value={state}
          onChange={({ currentTarget }) => setState(currentTarget.value as PostState)}
        />
        <Field
          multiline
          label="Public note"
          name="note"
          ref={field}
          rows={3}
          maxLength={1000}
          error={error}
          hint="It stands on each of these posts, and whoever follows them hears of it."
        />
        <p role="status" className="min-h-5 text-ink-soft">
          {said}
        </p>
        <DialogButtons
          onCancel={onClose}
          className="flex-wrap"
          before={
            <AnswerMenu postId={count === 1 ? ids[0]! : null} field={field} state={() => stateNames[state]} />
          }
        >
          Change state
        </DialogButtons>
      </form>
    </Dialog>
  )
}
