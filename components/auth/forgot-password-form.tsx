'use client'

import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { useEffect, useRef, useState } from 'react'
import { requestRecovery } from '@/lib/actions/account'
import { forgotPasswordSchema } from '@/lib/schemas/account'
import { FormMessage } from '../ui/form-message'
import { Step } from '../ui/step'
import { SubmitButton } from '../ui/submit-button'
import { EmailField } from './account-fields'
import { MailboxLine } from './mailbox-line'
import { SwitchLine } from './switch-line'
import { useCaptchaForm } from './use-captcha-form'

export function ForgotPasswordForm({ email = '' }: { email?: string }) {
  const [sent, setSent] = useState<{ to: string }>()
  const said = useRef<HTMLParagraphElement>(null)
  const { form, field, formProps, message, isSending, check } = useCaptchaForm({
    schema: forgotPasswordSchema,
    defaultValues: { email },
    action: requestRecovery,
    onDone: (_, { email }) => setSent({ to: email }),
  })
  useEffect(() => form.setFocus('email'), [form])
  // This also announces it, each time.
  useEffect(() => said.current?.focus(), [sent])
  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      {sent ? (
        <>
          <Step heading={t('auth.checkYourEmail')} />
          <p
            ref={said}
            tabIndex={-1}
            className="rounded-md border border-line bg-sunken px-3 py-2 outline-none"
          >
            {rich('auth.forgotPasswordForm.sent', {
              sentTo: sent.to,
              b: (text) => <strong dir="auto">{text}</strong>,
            })}
          </p>
          <MailboxLine />
        </>
      ) : (
        <p className="text-ink-soft">{t('auth.forgotPasswordForm.wellEmailYouA')}</p>
      )}
      <EmailField {...field('email')} />
      {check}
      <SubmitButton isSending={isSending} look={sent ? 'outline' : 'default'} className="w-full">
        {sent ? t('auth.forgotPasswordForm.resendLink') : t('auth.forgotPasswordForm.sendLink')}
      </SubmitButton>
      <SwitchLine text={t('auth.dialog.rememberedYourPassword')} label={t('common.signIn')} to="sign-in" />
    </form>
  )
}
