'use client'

import { useEffect, useRef } from 'react'
import { postStates } from '@/lib/post/states'
import { bulkStateSchema } from '@/lib/schemas/team'
import { type Audience, audienceText } from './audience-text'
import { useStateNames } from '../state/state-names'
import { AnswerMenu } from '../canned-answer/answer-menu'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SelectField } from '../ui/select-field'
import { sendWithEnter } from '../ui/send-with-enter'
import { SubmitButton } from '../ui/submit-button'
import { changeState, type SeenPost } from './post-acts'
import { type OnSaved, useChangeForm } from './use-change-form'

const schema = bulkStateSchema.pick({ state: true, note: true })

/** A post's state with the note that goes with a change of it. */
export function StateForm(props: {
  post: SeenPost
  /** How many hear of it; null until that is known. */
  audience: Audience | null
  onSaved: OnSaved
}) {
  const { post, audience, onSaved } = props
  const { id, state } = post
  const stateNames = useStateNames()
  const field = useRef<HTMLTextAreaElement | null>(null)
  const { form, formProps, message, error, isSending } = useChangeForm({
    post,
    schema,
    defaultValues: { state, note: '' },
    change: ({ state: next, note }) => changeState(next, note),
    clears: ['note'],
    said: ({ state: next }) => `The post is now ${stateNames[next]}.`,
    onSaved,
  })

  // The state may have been changed elsewhere; a note that is being typed stays.
  useEffect(() => form.setValue('state', state), [form, state])

  const { ref, ...note } = form.register('note')
  return (
    <form {...formProps} className="space-y-2">
      <FormMessage>{message}</FormMessage>
      <SelectField
        label="State"
        choices={postStates.map((one) => [one, stateNames[one]])}
        onKeyDown={sendWithEnter}
        {...form.register('state')}
      />
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
      <p className="min-h-4 text-xs text-ink-soft">{audience && audienceText(audience)}</p>
    </form>
  )
}
