'use client'

import { useState } from 'react'
import { resendConfirmation, signIn } from '@/lib/actions/account'
import { callAction } from '@/lib/browser/call-action'
import { signInSchema } from '@/lib/schemas/account'
import { takeOverSession } from '@/lib/session/browser/events'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { useActionForm } from '../ui/use-action-form'
import { CurrentPasswordField, EmailField } from './account-fields'

export function SignInForm({ onDone, onForgot }: { onDone: () => void; onForgot: () => void }) {
  const [offersLink, setOffersLink] = useState(false)
  const [sentAgain, setSentAgain] = useState('')
  const { form, submit, message, error, isSending } = useActionForm({
    schema: signInSchema,
    defaultValues: { email: '', password: '' },
    action: signIn,
    onDone: async () => {
      await takeOverSession('SIGNED_IN')
      onDone()
    },
    onRefused: ({ fieldErrors }) => setOffersLink(Boolean(fieldErrors?.password)),
  })
  async function sendAgain() {
    const email = form.getValues('email')
    const result = await callAction(() => resendConfirmation({ email }), { tries: 1 })
    setSentAgain(result.ok ? 'Sent. Look into your mailbox in a minute.' : result.message)
  }
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <EmailField error={error('email')} {...form.register('email')} />
      {offersLink && (
        <p>
          <button type="button" onClick={sendAgain} className="text-accent-ink underline underline-offset-2">
            Send the confirmation link again
          </button>{' '}
          <span role="status">{sentAgain}</span>
        </p>
      )}
      <CurrentPasswordField
        error={error('password')}
        extra={
          <button type="button" onClick={onForgot} className="text-accent-ink underline underline-offset-2">
            Forgot password?
          </button>
        }
        {...form.register('password')}
      />
      <SubmitButton isSending={isSending} className="w-full">
        Sign in
      </SubmitButton>
    </form>
  )
}
