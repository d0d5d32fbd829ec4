'use client'

import { t } from '@/lib/words/t'
import { type ComponentProps, useEffect } from 'react'
import { codeSchema } from '@/lib/schemas/account-security'
import type { ActionResult } from '@/lib/schemas/action-result'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { useActionForm } from '../ui/use-action-form'

export function CodeField(props: ComponentProps<'input'> & { label: string; error?: string }) {
  return (
    <Field
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      dir="ltr"
      required
      {...props}
    />
  )
}

export function TwoFactorCodeForm<Data>(props: {
  label?: string
  /** Recovery codes contain letters, so they need another keyboard. */
  isRecovery?: boolean
  button: string
  look?: ComponentProps<typeof SubmitButton>['look']
  action: (input: { code: string }) => Promise<ActionResult<Data>>
  onDone: (data: Data) => void | Promise<void>
  onCancel?: () => void
}) {
  const { label = t('common.code'), isRecovery, button, look, action, onDone, onCancel } = props
  const { form, field, formProps, message, isSending } = useActionForm({
    schema: codeSchema,
    defaultValues: { code: '' },
    action,
    onDone,
    tries: 1,
  })
  useEffect(() => form.setFocus('code'), [form])
  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <CodeField
        label={label}
        {...(isRecovery && { inputMode: 'text', autoComplete: 'off', autoCapitalize: 'none' })}
        {...field('code')}
      />
      <p className="flex flex-wrap gap-2">
        <SubmitButton isSending={isSending} look={look}>
          {button}
        </SubmitButton>
        {onCancel && (
          <Button onClick={onCancel} look="ghost">
            {t('common.cancel')}
          </Button>
        )}
      </p>
    </form>
  )
}
