'use client'

import { type ReactNode, useState } from 'react'
import { sendCode } from '@/lib/actions/account'
import { forgotPasswordSchema } from '@/lib/schemas/account'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { EmailField } from './account-fields'
import { leaveForConfirmation, returnPath } from './auth-dialog-store'
import { CodeForm } from './code-form'
import { useCaptchaForm } from './use-captcha-form'

/** Signs in and up with one field: a link and a code go to the address, whether or not it has an account. */
export function EmailCodeForm(props: {
  email: string
  next: string
  onDone: () => void
  /** What stands below the address. */
  children: ReactNode
}) {
  const { next, onDone, children } = props
  const [sentTo, setSentTo] = useState('')
  const { form, field, formProps, message, isSending, check } = useCaptchaForm({
    schema: forgotPasswordSchema,
    defaultValues: { email: props.email },
    action: (input) => sendCode({ ...input, next: returnPath(next) }),
    tries: 1,
    onDone: async (_, { email }) => {
      await leaveForConfirmation(next, { email })
      setSentTo(email)
    },
  })
  if (sentTo) {
    return (
      <CodeForm email={sentTo} next={next} button="Sign in" onDone={onDone}>
        <p>
          We emailed a code and a link to <strong className="break-words">{sentTo}</strong>. Enter the code
          here or open the link, within an hour. If nothing arrives within a few minutes, check your spam
          folder.
        </p>
        <p>
          <button
            type="button"
            onClick={() => {
              form.reset({ email: sentTo })
              setSentTo('')
            }}
            className="wide-target text-accent-ink underline underline-offset-2"
          >
            Send another code or use a different address
          </button>
        </p>
      </CodeForm>
    )
  }
  return (
    <>
      <form {...formProps} className="space-y-4">
        <FormMessage>{message}</FormMessage>
        <EmailField
          hint="We'll email you a code to sign in. If you're new, it creates your account."
          {...field('email')}
        />
        {check}
        <SubmitButton isSending={isSending} className="w-full">
          Continue
        </SubmitButton>
      </form>
      {children}
    </>
  )
}
