'use client'

import { useState } from 'react'
import { signUp } from '@/lib/actions/account'
import { signUpSchema } from '@/lib/schemas/account'
import { leastTimes } from '@/lib/schemas/fields'
import { signUpDraft, writeDraft } from '@/lib/session/browser/draft'
import { takeOverSession } from '@/lib/session/browser/events'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { useHoneypot } from '../ui/use-honeypot'
import { leaveForConfirmation, signInHere, returnPath } from './auth-dialog-store'
import { EmailField, NewPasswordField, passwordError, passwordHint } from './account-fields'
import { CodeForm } from './code-form'
import { useCaptchaForm } from './use-captcha-form'

export function SignUpForm(props: {
  email: string
  next: string
  aim: string
  /** Whether the mail has a code that can be typed here. */
  codes: boolean
  onSignedIn: () => void
}) {
  const { next, aim, codes, onSignedIn } = props
  const [sentTo, setSentTo] = useState('')
  const { trap, read } = useHoneypot(leastTimes.signUp)
  const { form, field, formProps, message, error, isSending, check } = useCaptchaForm({
    schema: signUpSchema,
    defaultValues: { name: '', email: props.email, password: '', repeatPassword: '' },
    action: async (input) => signUp({ ...input, next: returnPath(next), trap: await read() }),
    tries: 1,
    onDone: async ({ isSignedIn }, { name, email }) => {
      if (!isSignedIn) {
        await leaveForConfirmation(next, { email })
        writeDraft(signUpDraft, { name })
        return setSentTo(email)
      }
      signInHere()
      await takeOverSession('SIGNED_IN')
      onSignedIn()
    },
  })
  if (sentTo) {
    const said = (
      <FormMessage tone="info">
        If <strong>{sentTo}</strong> doesn&apos;t have an account yet, we&apos;ve sent it a link
        {codes && ' and a code'}. Open the link{codes && ' or enter the code'} to confirm your address
        {aim && (
          <>
            {' '}
            and <bdi>{aim}</bdi>
          </>
        )}
        . If you already have an account, sign in instead. If nothing arrives within a few minutes, check your
        spam folder. The site may also have reached its email limit, so try again in an hour.
      </FormMessage>
    )
    if (!codes) return said
    return (
      <CodeForm email={sentTo} next={next} button="Confirm" onDone={onSignedIn}>
        <div>{said}</div>
      </CodeForm>
    )
  }
  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <Field label="Name" autoComplete="name" required {...field('name')} />
      <EmailField {...field('email')} />
      <NewPasswordField
        hint={passwordHint}
        error={passwordError(error('email'), error('password'))}
        {...form.register('password')}
      />
      <NewPasswordField label="Repeat password" {...field('repeatPassword')} />
      {trap}
      {check}
      <SubmitButton isSending={isSending} className="w-full">
        Sign up
      </SubmitButton>
    </form>
  )
}
