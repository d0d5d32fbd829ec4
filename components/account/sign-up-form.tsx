'use client'

import { useState } from 'react'
import { signUp } from '@/lib/actions/account'
import { signUpSchema } from '@/lib/schemas/account'
import { takeOverSession } from '@/lib/session/browser/events'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { EmailField, NewPasswordField, passwordHint } from './account-fields'
import { useCaptchaForm } from './use-captcha-form'

export function SignUpForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [sentTo, setSentTo] = useState('')
  const { form, submit, message, error, isSending, check } = useCaptchaForm({
    schema: signUpSchema,
    defaultValues: { name: '', email: '', password: '', repeatPassword: '' },
    action: signUp,
    tries: 1,
    onDone: async ({ isSignedIn }, { email }) => {
      if (!isSignedIn) return setSentTo(email)
      await takeOverSession('SIGNED_IN')
      onSignedIn()
    },
  })
  if (sentTo) {
    return (
      <FormMessage tone="info">
        We have sent a mail to <strong>{sentTo}</strong>. Open the link in it to confirm your address. If you
        have an account already, sign in instead.
      </FormMessage>
    )
  }
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <Field label="Name" autoComplete="name" required error={error('name')} {...form.register('name')} />
      <EmailField error={error('email')} {...form.register('email')} />
      <NewPasswordField hint={passwordHint} error={error('password')} {...form.register('password')} />
      <NewPasswordField
        label="Repeat password"
        error={error('repeatPassword')}
        {...form.register('repeatPassword')}
      />
      {check}
      <SubmitButton isSending={isSending} className="w-full">
        Sign up
      </SubmitButton>
    </form>
  )
}
