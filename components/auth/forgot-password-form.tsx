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
          If <strong>{sentTo}</strong> has an account, we&apos;ve sent it a link to choose a new password. If
          nothing arrives within a few minutes, check your spam folder. The site may also have reached its
          email limit, so try again in an hour.
        </FormMessage>
      ) : (
        <p className="text-ink-soft">We&apos;ll email you a link to choose a new password.</p>
      )}
      <EmailField {...field('email')} />
      {check}
      <SubmitButton isSending={isSending} className="w-full">
        {sentTo ? 'Resend link' : 'Send link'}
      </SubmitButton>
    </form>
  )
}
