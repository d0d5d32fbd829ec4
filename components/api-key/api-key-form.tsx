'use client'

import { type Key, t } from '@/lib/words/t'
import type { ReactNode } from 'react'
import { createApiKey } from '@/lib/actions/api-keys'
import { type ApiScope, apiKeySchema } from '@/lib/schemas/api-key'
import { RefusedMessage } from '../account/sign-in-again'
import { DialogButtons } from '../ui/dialog'
import { Field } from '../ui/field'
import { rich } from '../ui/rich'
import { useActionForm } from '../ui/use-action-form'

const scopes: Record<Exclude<ApiScope, 'read'>, Key> = {
  write: 'apiKey.form.write',
  team: 'apiKey.form.team',
  admin: 'apiKey.form.admin',
}

const boldly = (text: ReactNode[]) => (
  <b key="term" className="font-semibold text-ink">
    {text}
  </b>
)

export function ApiKeyForm(props: {
  isAdmin: boolean
  onCreated: (key: string) => void
  onCancel: () => void
}) {
  const { isAdmin, onCreated, onCancel } = props
  const { form, field, formProps, submit, refused, isSending } = useActionForm({
    schema: apiKeySchema,
    defaultValues: { name: '', scopes: [], lastDay: '' },
    action: createApiKey,
    onDone: ({ key }) => onCreated(key),
    // Repeating it would create a second key that no one knows about.
    tries: 1,
  })
  return (
    <form {...formProps} aria-label={t('common.apiKey')} className="space-y-4">
      <RefusedMessage refused={refused} again={() => void submit()} />
      <Field
        label={t('common.name')}
        placeholder={t('apiKey.form.namePlaceholder')}
        autoComplete="off"
        {...field('name')}
      />
      <fieldset>
        <legend className="mb-1 font-medium">{t('apiKey.form.permissions')}</legend>
        <p className="mb-1 text-ink-soft">{t('apiKey.form.everyKeyReads')}</p>
        {Object.entries(scopes).map(([scope, text]) =>
          scope === 'admin' && !isAdmin ? null : (
            <label key={scope} className="flex items-start gap-2 py-1.5 text-ink-soft pointer-coarse:py-2.5">
              <input type="checkbox" value={scope} {...form.register('scopes')} className="mt-1 flex-none" />
              <span>{rich(text, { b: boldly })}</span>
            </label>
          ),
        )}
      </fieldset>
      <Field label={t('apiKey.form.expiresAfter')} type="date" {...field('lastDay')} />
      <DialogButtons onCancel={onCancel} isSending={isSending}>
        {t('apiKey.form.create')}
      </DialogButtons>
    </form>
  )
}
