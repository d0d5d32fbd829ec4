'use client'

import { createApiKey } from '@/lib/actions/api-keys'
import { type ApiScope, apiKeySchema } from '@/lib/schemas/api-key'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { useActionForm } from '../ui/use-action-form'

const scopes: Record<Exclude<ApiScope, 'read'>, string> = {
  write: 'Write: post, comment and vote as you',
  team: 'Team: see the dashboard; with Write also change posts',
  admin: 'Admin: webhooks, categories and roles, and everything of Team',
}

export function ApiKeyForm(props: { isAdmin: boolean; onCreated: (key: string) => void }) {
  const { isAdmin, onCreated } = props
  const { form, field, formProps, message, isSending } = useActionForm({
    schema: apiKeySchema,
    defaultValues: { name: '', scopes: ['write', 'team'], lastDay: '' },
    action: createApiKey,
    onDone: ({ key }) => onCreated(key),
    // A second one would be there and nobody would know it.
    tries: 1,
  })
  return (
    <form {...formProps} aria-label="API key" className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <Field label="Name" placeholder="Support desk" autoComplete="off" {...field('name')} />
      <fieldset>
        <legend className="mb-1 font-medium">Permissions</legend>
        <p className="mb-1 text-ink-soft">Every key can read what you can read.</p>
        {Object.entries(scopes).map(([scope, text]) =>
          scope === 'admin' && !isAdmin ? null : (
            <label key={scope} className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
              <input type="checkbox" value={scope} {...form.register('scopes')} />
              {text}
            </label>
          ),
        )}
      </fieldset>
      <Field label="Expires after (optional)" type="date" {...field('lastDay')} />
      <div className="flex justify-end">
        <SubmitButton isSending={isSending}>Create</SubmitButton>
      </div>
    </form>
  )
}
