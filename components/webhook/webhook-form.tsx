'use client'

import { saveWebhook } from '@/lib/actions/webhooks'
import { webhookKinds, webhookShapes } from '@/lib/post/dashboard-choices'
import type { Webhook } from '@/lib/queries/webhooks'
import { webhookSchema } from '@/lib/schemas/webhook'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { useActionForm } from '../ui/use-action-form'

const choiceClass = 'flex min-h-8 items-center gap-2 pointer-coarse:min-h-11'

/** Where to, in which words, and of what. */
export function WebhookForm(props: {
  webhook: Webhook | null
  /** With the secret of a new one, if its receiver needs it. */
  onSaved: (secret: string | null) => void
}) {
  const { webhook, onSaved } = props
  const { form, formProps, error, message, isSending } = useActionForm({
    schema: webhookSchema,
    defaultValues: {
      id: webhook?.id,
      address: webhook?.address ?? '',
      shape: webhook?.shape ?? 'json',
      kinds: webhook?.kinds ?? ['post.created', 'post.state', 'comment.created'],
    },
    action: saveWebhook,
    onDone: ({ secret }, { shape }) => onSaved(shape === 'json' ? secret : null),
    // A new one would be there twice.
    tries: webhook ? undefined : 1,
  })
  return (
    <form {...formProps} aria-label="Webhook" className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <Field
        label="Address"
        type="url"
        dir="ltr"
        placeholder="https://example.com/webhook"
        autoComplete="off"
        spellCheck={false}
        error={error('address')}
        {...form.register('address')}
      />
      <fieldset>
        <legend className="mb-1 font-medium">Written for</legend>
        <div className="flex flex-wrap gap-x-5">
          {Object.entries(webhookShapes).map(([shape, name]) => (
            <label key={shape} className={choiceClass}>
              <input type="radio" value={shape} {...form.register('shape')} />
              {shape === 'json' ? 'A program (JSON, signed)' : name}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset aria-describedby={error('kinds') && 'webhook-kinds-error'}>
        <legend className="mb-1 font-medium">Events</legend>
        {Object.entries(webhookKinds).map(([kind, name]) => (
          <label key={kind} className={choiceClass}>
            <input type="checkbox" value={kind} {...form.register('kinds')} />
            {name}
          </label>
        ))}
        {error('kinds') && (
          <p id="webhook-kinds-error" className="mt-1 text-danger">
            {error('kinds')}
          </p>
        )}
      </fieldset>
      <div className="flex justify-end">
        <SubmitButton isSending={isSending}>{webhook ? 'Save' : 'Add'}</SubmitButton>
      </div>
    </form>
  )
}
