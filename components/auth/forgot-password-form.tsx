'use client'

import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { useEffect, useState } from 'react'
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
  const [sentTo, setSentTo] = useState('')
  const { form, field, formProps, message, isSending, check } = useCaptchaForm({
    schema: forgotPasswordSchema,
    defaultValues: { email },
    action: requestRecovery,
    onDone: (_, { email }) => setSentTo(email),
  })
  useEffect(() => form.setFocus('email'), [form])
  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      {sentTo ? (
        <>
          <Step heading={t('auth.checkYourEmail')} />
          <FormMessage tone="info">
            {rich('auth.forgotPasswordForm.sent', {
              sentTo,
              b: (text) => <strong dir="auto">{text}</strong>,
            })}
          </FormMessage>
          <MailboxLine />
        </>
      ) : (
        <p className="text-ink-soft">{t('auth.forgotPasswordForm.wellEmailYouA')}</p>
      )}
      <EmailField {...field('email')} />
      {check}
      <SubmitButton isSending={isSending} className="w-full">
        {sentTo ? t('auth.forgotPasswordForm.resendLink') : t('auth.forgotPasswordForm.sendLink')}
      </SubmitButton>
      <SwitchLine text={t('auth.dialog.rememberedYourPassword')} label={t('common.signIn')} to="sign-in" />
    </form>
  )
}
