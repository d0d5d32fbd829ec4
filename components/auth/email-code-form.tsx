'use client'

import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { sendCode } from '@/lib/actions/account'
import { forgotPasswordSchema } from '@/lib/schemas/account'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { EmailField } from './account-fields'
import { leaveForConfirmation, returnPath } from './auth-dialog-store'
import { CodeForm } from './code-form'
import { useCaptchaForm } from './use-captcha-form'
import { useSentMail } from './use-sent-mail'

/** Signs in and up with one field: a link and a code are sent to the address, whether or not it has an account. */
export function EmailCodeForm(props: {
  email: string
  next: string
  onDone: () => void
  children: ReactNode
}) {
  const { next, onDone, children } = props
  const { sent, note, forget } = useSentMail()
  const { form, field, formProps, submit, message, isSending, check } = useCaptchaForm({
    schema: forgotPasswordSchema,
    defaultValues: { email: props.email },
    action: (input) => sendCode({ ...input, next: returnPath(next) }),
    tries: 1,
    onDone: async (_, { email }) => {
      await leaveForConfirmation(next, { email })
      note(email)
    },
  })
  if (sent) {
    return (
      <CodeForm
        sent={sent}
        next={next}
        button={t('common.signIn')}
        again={{ submit, isSending, message, check }}
        onBack={() => {
          flushSync(forget)
          form.setFocus('email')
        }}
        onDone={onDone}
      >
        <p>
          {rich('auth.emailCodeForm.sent', {
            sentTo: sent.email,
            b: (text) => (
              <strong key="address" dir="auto" className="break-words">
                {text}
              </strong>
            ),
          })}
        </p>
      </CodeForm>
    )
  }
  return (
    <>
      <form {...formProps} className="space-y-4">
        <FormMessage>{message}</FormMessage>
        <EmailField hint={t('auth.emailCodeForm.hint')} {...field('email')} />
        {check}
        <SubmitButton isSending={isSending} className="w-full">
          {t('common.continue')}
        </SubmitButton>
      </form>
      {children}
    </>
  )
}
