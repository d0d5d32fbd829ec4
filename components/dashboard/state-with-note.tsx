'use client'

import { type FormEvent, useState } from 'react'
import { type PostState, postStates } from '@/lib/post/states'
import { bulkStateSchema } from '@/lib/schemas/dashboard'
import { countText } from '@/lib/text/count-text'
import { useStateNames } from '../post/state-names'
import { buttonClass } from '../ui/button-class'
import { Dialog } from '../ui/dialog'
import { Field, inputClass } from '../ui/field'

/** A state for chosen posts with a note that stands below each of them. */
export function StateWithNote(props: {
  count: number
  onSave: (state: PostState, note: string) => void
  onClose: () => void
}) {
  const { count, onSave, onClose } = props
  const stateNames = useStateNames()
  const [error, setError] = useState('')

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const { data, error: problem } = bulkStateSchema.pick({ state: true, note: true }).safeParse({
      state: form.get('state'),
      note: form.get('note'),
    })
    if (problem) setError(problem.issues[0]!.message)
    else onSave(data.state, data.note)
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={count === 1 ? 'Change the state of 1 post' : `Change the state of ${countText(count)} posts`}
    >
      <form onSubmit={submit} className="space-y-4">
        <label className="block">
          <span className="mb-1 block font-medium">State</span>
          <select name="state" className={`${inputClass} h-10 w-full`}>
            {postStates.map((one) => (
              <option key={one} value={one}>
                {stateNames[one]}
              </option>
            ))}
          </select>
        </label>
        <Field
          multiline
          label="Public note"
          name="note"
          rows={3}
          maxLength={1000}
          error={error}
          hint="It stands on each of these posts, and whoever follows them hears of it."
        />
        <div className="flex justify-end gap-2">
          <button type="button" onClick={onClose} className={buttonClass('ghost')}>
            Cancel
          </button>
          <button type="submit" className={buttonClass('default')}>
            Change state
          </button>
        </div>
      </form>
    </Dialog>
  )
}
