'use client'

import { useEffect, useRef } from 'react'
import { type Outcomes, setStates } from '@/lib/actions/dashboard'
import { type PostState, postStates } from '@/lib/post/states'
import { bulkStateSchema } from '@/lib/schemas/dashboard'
import { type Audience, sayAudience } from './say-audience'
import { useStateNames } from '../post/state-names'
import { AnswerMenu } from '../triage/answer-menu'
import { Field, inputClass } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { sendWithEnter } from '../ui/send-with-enter'
import { SubmitButton } from '../ui/submit-button'
import { useActionForm } from '../ui/use-action-form'

/** A post's state with the note that goes with a change of it. */
export function StateForm(props: {
  id: number
  state: PostState
  /** How many hear of it; null until that is known. */
  audience: Audience | null
  onSaved: (outcomes: Outcomes, said: string, undo: () => ReturnType<typeof setStates>) => void
}) {
  const { id, state, audience, onSaved } = props
  const stateNames = useStateNames()
  const field = useRef<HTMLTextAreaElement | null>(null)
  const { form, formProps, message, error, isSending } = useActionForm({
    schema: bulkStateSchema,
    defaultValues: { ids: [id], state, seen: { [id]: state }, note: '' },
    action: setStates,
    clears: ['note'],
    onDone: (outcomes, { state: next }) => {
      onSaved(outcomes, `The post is now ${stateNames[next]}.`, () =>
        setStates({
          ids: [id],
          state,
          seen: { [id]: next },
          note: outcomes[0]?.note ?? '',
          isUndo: true,
        }),
      )
    },
  })

  // The state may have been changed elsewhere; a note that is being typed stays.
  useEffect(() => {
    form.setValue('state', state)
    form.setValue('seen', { [id]: state })
  }, [form, id, state])

  const { ref, ...note } = form.register('note')
  return (
    <form {...formProps} className="space-y-2">
      <FormMessage>{message}</FormMessage>
      <label className="block">
        <span className="mb-1 block font-medium">State</span>
        <select onKeyDown={sendWithEnter} className={`${inputClass} h-10 w-full`} {...form.register('state')}>
          {postStates.map((one) => (
            <option key={one} value={one}>
              {stateNames[one]}
            </option>
          ))}
        </select>
      </label>
      <Field
        label="Public note"
        multiline
        rows={2}
        dir="auto"
        placeholder="Optional"
        className="field-sizing-content min-h-14 max-h-60"
        error={error('note')}
        {...note}
        ref={(element) => {
          ref(element)
          field.current = element
        }}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <AnswerMenu postId={id} field={field} state={() => stateNames[form.getValues('state')]} />
        <SubmitButton isSending={isSending} look="outline" className="h-10">
          Save state
        </SubmitButton>
      </div>
      <p className="min-h-4 text-xs text-ink-soft">{audience && sayAudience(audience)}</p>
    </form>
  )
}
