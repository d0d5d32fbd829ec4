'use client'

import { useState } from 'react'
import { requestRecovery } from '@/lib/actions/account'
import { forgotPasswordSchema } from '@/lib/schemas/account'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { EmailField } from './account-fields'
import { useCaptchaForm } from './use-captcha-form'

export function ForgotPasswordForm({ email = '' }: { email?: string }) {
  const [sentTo, setSentTo] = useState('')
  const { field, formProps, message, isSending, check } = useCaptchaForm({
    schema: forgotPasswordSchema,
    defaultValues: { email },
    action: requestRecovery,
    onDone: (_, { email }) => setSentTo(email),
  })
  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      {sentTo ? (
        <FormMessage tone="info">
          If <strong>{sentTo}</strong> has an account, a mail with a link is on its way. The link leads to a
          new password. If nothing arrives within a few minutes, look among your spam. It may also be that
          this site has sent all the mails it may for now: try again in an hour then.
        </FormMessage>
      ) : (
        <p className="text-ink-soft">We will send you a link with which you can choose a new password.</p>
      )}
      <EmailField {...field('email')} />
      {check}
      <SubmitButton isSending={isSending} className="w-full">
        {sentTo ? 'Send it again' : 'Send the link'}
      </SubmitButton>
    </form>
  )
}
