'use client'

import { t } from '@/lib/words/t'
import { useEffect, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { postStates } from '@/lib/post/states'
import { bulkCategorySchema, bulkStateSchema } from '@/lib/schemas/team'
import type { Category } from '@/lib/queries/categories'
import type { Outcomes } from '@/lib/actions/dashboard'
import { useStateNames } from '../state/post-state'
import { AnswerMenu } from '../canned-answer/answer-menu'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SelectField, sendWithEnter } from '../ui/select-field'
import { SubmitButton } from '../ui/submit-button'
import { useActionForm } from '../ui/use-action-form'
import { actOn, answerOf, type Change, changeCategory, changeState, type SeenPost } from './post-acts'
import type { Act } from './acts'

const stateSchema = bulkStateSchema.pick({ state: true, note: true })

export function StateForm(props: {
  post: SeenPost
  /** How many people are notified; null until that is known. */
  audience: Audience | null
  onSaved: OnSaved
}) {
  const { post, audience, onSaved } = props
  const { id, state } = post
  const stateNames = useStateNames()
  const field = useRef<HTMLTextAreaElement | null>(null)
  const { form, formProps, message, error, isSending } = useChangeForm({
    post,
    schema: stateSchema,
    defaultValues: { state, note: '' },
    change: ({ state: next, note }) => changeState(next, note),
    clears: ['note'],
    said: ({ state: next }) => t('team.changeForms.movedTo', { state: stateNames[next] }),
    onSaved,
  })

  // The state may have been changed elsewhere; a note that is being typed stays.
  useEffect(() => form.setValue('state', state), [form, state])

  const isIdle = form.watch('state') === state && form.watch('note') === ''
  const { ref, ...note } = form.register('note')
  return (
    <form {...formProps} className="space-y-2">
      <FormMessage>{message}</FormMessage>
      <SelectField
        label={t('common.state')}
        choices={postStates.map((one) => [one, stateNames[one]])}
        onKeyDown={sendWithEnter}
        {...form.register('state')}
      />
      <Field
        label={t('common.publicNote')}
        multiline
        rows={2}
        dir="auto"
        placeholder={t('team.changeForms.optional')}
        className="field-sizing-content min-h-14 md:pointer-fine:min-h-9 max-h-60"
        error={error('note')}
        {...note}
        ref={(element) => {
          ref(element)
          field.current = element
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-h-4 min-w-0 flex-1 basis-24 text-xs text-ink-soft">
          {audience && audienceText(audience)}
        </p>
        <AnswerMenu postId={id} field={field} state={() => stateNames[form.getValues('state')]} />
        <SubmitButton isSending={isSending} isIdle={isIdle} look="outline" className="ms-auto">
          {t('team.changeForms.saveState')}
        </SubmitButton>
      </div>
    </form>
  )
}

const categorySchema = bulkCategorySchema.pick({ category: true })

export function CategoryForm(props: { post: SeenPost; categories: Category[]; onSaved: OnSaved }) {
  const { post, categories, onSaved } = props
  const { categoryId } = post
  const { form, formProps, message, isSending } = useChangeForm({
    post,
    schema: categorySchema,
    defaultValues: { category: categoryId },
    change: ({ category }) => changeCategory(category),
    said: ({ category }) =>
      t('team.changeForms.movedToCategory', {
        category: categories.find(({ id }) => id === category)?.name ?? '',
      }),
    onSaved,
  })

  useEffect(() => form.setValue('category', categoryId), [form, categoryId])

  const isIdle = form.watch('category') === categoryId
  return (
    <form {...formProps} className="flex flex-wrap items-end gap-2">
      <FormMessage>{message}</FormMessage>
      <SelectField
        label={t('common.category')}
        choices={categories.map(({ id, name }) => [id, name])}
        onKeyDown={sendWithEnter}
        className="min-w-[min(8rem,100%)] flex-1"
        {...form.register('category', { valueAsNumber: true })}
      />
      <SubmitButton
        isSending={isSending}
        isIdle={isIdle}
        look="outline"
        className={isIdle ? 'not-focus:hidden' : undefined}
      >
        {t('team.changeForms.move')}
      </SubmitButton>
    </form>
  )
}

/** Called with a change that is sent, as an action that can be undone. */
export type OnSaved = (act: Act<SeenPost>) => void

function useChangeForm<Input extends FieldValues>(
  options: Omit<Parameters<typeof useActionForm<Input, Outcomes>>[0], 'action' | 'onDone'> & {
    post: SeenPost
    change: (input: Input) => Change
    said: (input: Input) => string
    onSaved: OnSaved
  },
) {
  const { post, change, said, onSaved, ...rest } = options
  const sent = useRef<Change>(null)
  return useActionForm<Input, Outcomes>({
    ...rest,
    action: (input) => {
      sent.current = change(input)
      return sent.current.send([post])
    },
    onDone: (outcomes, input) =>
      onSaved({
        ...actOn([post], sent.current!, () => said(input)),
        run: () => Promise.resolve(answerOf([post], outcomes)),
      }),
  })
}

export type Audience = { people: number; mails: number }

/** "Notifies 134 people (120 by email)." */
export function audienceText({ people, mails }: Audience): string {
  if (people === 0) return t('team.changeForms.notifiesNoOneElse')
  return t('team.changeForms.notifies', { people, mails })
}
