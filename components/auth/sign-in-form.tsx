'use client'

import { t } from '@/lib/words/t'
import { useState } from 'react'
import { resendConfirmation, signIn } from '@/lib/actions/account'
import { callAction } from '@/lib/browser/call-action'
import { signInSchema } from '@/lib/schemas/account'
import { takeOverSession } from '@/lib/session/browser/events'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { leaveForConfirmation, returnPath, signInHere } from './auth-dialog-store'
import { goToCode } from './go-to-code'
import { CurrentPasswordField, EmailField, linkClass, passwordError } from './account-fields'
import { useCaptchaForm } from './use-captcha-form'

export function SignInForm(props: { email: string; next: string; onDone: () => void; onForgot: () => void }) {
  const { next, onDone, onForgot } = props
  const [offersLink, setOffersLink] = useState(false)
  const [sentAgain, setSentAgain] = useState('')
  const { form, field, formProps, message, error, isSending, check, captcha } = useCaptchaForm({
    schema: signInSchema,
    defaultValues: { email: props.email, password: '' },
    action: signIn,
    onDone: async ({ awaitsCode }, { email }) => {
      if (awaitsCode) {
        const path = returnPath(next)
        await leaveForConfirmation(next, { email })
        return goToCode(path)
      }
      signInHere()
      await takeOverSession('SIGNED_IN')
      onDone()
    },
    onRefused: ({ fieldErrors }) => {
      setSentAgain('')
      setOffersLink(Boolean(fieldErrors?.password))
    },
  })
  async function sendAgain() {
    if (!captcha.isPassed(sendAgain)) return
    const request = { email: form.getValues('email'), ...captcha.take() }
    const result = await callAction(() => resendConfirmation(request), { tries: 1 })
    captcha.renew()
    if (result.ok) await leaveForConfirmation(next, { email: request.email })
    setSentAgain(result.ok ? t('auth.signInForm.ifThisAddressStill') : result.message)
  }
  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      {/* Errors appear in reserved space, so that no field moves. */}
      <div className="pb-3.5 [&_[id$=error]]:-mb-6">
        <EmailField
          {...field('email')}
          extra={
            offersLink && (
              <button type="button" onClick={sendAgain} className={linkClass}>
                {t('auth.signInForm.resendTheConfirmationLink')}
              </button>
            )
          }
        />
      </div>
      <div className="@container relative mb-2.5 min-h-23.5 md:pointer-fine:min-h-21.5">
        <CurrentPasswordField
          error={sentAgain ? undefined : passwordError(error('email'), error('password'))}
          {...form.register('password')}
        />
        <p role="status" className="not-empty:mt-1">
          {sentAgain}
        </p>
        {/* Below the field if both don't fit above it, because the text is large. */}
        <p className="absolute end-0 top-0 @max-[13rem]:static">
          <button type="button" onClick={onForgot} className={linkClass}>
            {t('auth.signInForm.forgotPassword')}
          </button>
        </p>
      </div>
      {check}
      <SubmitButton isSending={isSending} className="w-full">
        {t('common.signIn')}
      </SubmitButton>
    </form>
  )
}
