'use client'

import { saveCannedAnswer } from '@/lib/actions/canned-answers'
import type { CannedAnswer } from '@/lib/queries/canned-answers'
import { cannedAnswerSchema } from '@/lib/schemas/team'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { useActionForm } from '../ui/use-action-form'

const places = [
  ['{name}', 'the first part of the author’s name'],
  ['{title}', 'the title of the post'],
  ['{state}', 'its state'],
  ['{site}', 'the name of this site'],
] as const

/** The name under which an answer is chosen, and its text. */
export function CannedAnswerEditor(props: { answer: CannedAnswer | null; onSaved: () => void }) {
  const { answer, onSaved } = props
  const { form, formProps, error, message, isSending } = useActionForm({
    schema: cannedAnswerSchema,
    defaultValues: { id: answer?.id, name: answer?.name ?? '', body: answer?.body ?? '' },
    action: saveCannedAnswer,
    onDone: onSaved,
    tries: answer ? undefined : 1,
  })
  return (
    <form {...formProps} aria-label="Canned answer" className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <Field label="Name" autoComplete="off" error={error('name')} {...form.register('name')} />
      <Field
        label="Text"
        multiline
        rows={6}
        dir="auto"
        error={error('body')}
        hint={
          <>
            <p>These are filled in for each post:</p>
            <ul className="mt-1 space-y-0.5">
              {places.map(([place, meaning]) => (
                <li key={place}>
                  <code className="text-ink">{place}</code> {meaning}
                </li>
              ))}
            </ul>
          </>
        }
        {...form.register('body')}
      />
      <div className="flex justify-end">
        <SubmitButton isSending={isSending}>{answer ? 'Save' : 'Add'}</SubmitButton>
      </div>
    </form>
  )
}
