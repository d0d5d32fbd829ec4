'use client'

import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { type ReactNode, useState } from 'react'
import { sendCode } from '@/lib/actions/account'
import { forgotPasswordSchema } from '@/lib/schemas/account'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { EmailField } from './account-fields'
import { leaveForConfirmation, returnPath } from './auth-dialog-store'
import { CodeForm } from './code-form'
import { useMailPace } from './use-mail-pace'
import { useCaptchaForm } from './use-captcha-form'

/** Signs in and up with one field: a link and a code are sent to the address, whether or not it has an account. */
export function EmailCodeForm(props: {
  email: string
  next: string
  onDone: () => void
  children: ReactNode
}) {
  const { next, onDone, children } = props
  const [sentTo, setSentTo] = useState('')
  const [isSoon, setSoon] = useState(false)
  const noteMail = useMailPace()
  const { form, field, formProps, message, isSending, check } = useCaptchaForm({
    schema: forgotPasswordSchema,
    defaultValues: { email: props.email },
    action: (input) => sendCode({ ...input, next: returnPath(next) }),
    tries: 1,
    onDone: async (_, { email }) => {
      await leaveForConfirmation(next, { email })
      setSoon(noteMail(email))
      setSentTo(email)
    },
  })
  if (sentTo) {
    return (
      <CodeForm
        email={sentTo}
        next={next}
        button={t('common.signIn')}
        isSoon={isSoon}
        onAgain={() => {
          form.reset({ email: sentTo })
          setSentTo('')
        }}
        onDone={onDone}
      >
        <p>
          {rich('auth.emailCodeForm.sent', {
            sentTo,
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
