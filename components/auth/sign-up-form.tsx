'use client'

import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { signUp } from '@/lib/actions/account'
import { signUpSchema } from '@/lib/schemas/account'
import { leastTimes } from '@/lib/schemas/fields'
import { signUpDraft, writeDraft } from '@/lib/session/browser/draft'
import { takeOverSession } from '@/lib/session/browser/events'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { Step } from '../ui/step'
import { SubmitButton } from '../ui/submit-button'
import { useHoneypot } from '../ui/use-honeypot'
import { leaveForConfirmation, signInHere, returnPath } from './auth-dialog-store'
import { EmailField, NewPasswordField, passwordError, passwordHint } from './account-fields'
import { CodeForm } from './code-form'
import { MailboxLine } from './mailbox-line'
import { useCaptchaForm } from './use-captcha-form'
import { useSentMail } from './use-sent-mail'

export function SignUpForm(props: {
  email: string
  next: string
  /** What follows, the kind of an intent; '' for nothing. */
  aim: string
  /** Whether the email contains a code that can be typed here. */
  codes: boolean
  onSignedIn: () => void
  children: ReactNode
}) {
  const { next, aim, codes, onSignedIn, children } = props
  const { sent, note, forget } = useSentMail()
  const { trap, read } = useHoneypot(leastTimes.signUp)
  const { form, field, formProps, submit, message, error, isSending, check } = useCaptchaForm({
    schema: signUpSchema,
    defaultValues: { name: '', email: props.email, password: '', repeatPassword: '' },
    action: async (input) => signUp({ ...input, next: returnPath(next), trap: await read() }),
    tries: 1,
    onDone: async ({ isSignedIn }, { name, email }) => {
      if (!isSignedIn) {
        await leaveForConfirmation(next, { email })
        writeDraft(signUpDraft, { name })
        return note(email)
      }
      signInHere()
      await takeOverSession('SIGNED_IN')
      onSignedIn()
    },
    // The form shows what is wrong with its fields.
    onRefused: ({ fieldErrors }) => {
      if (fieldErrors && !fieldErrors.captchaToken) forget()
    },
  })
  if (sent) {
    const said = (
      <FormMessage tone="info">
        {rich('auth.signUpForm.sent', {
          sentTo: sent.email,
          codes,
          aim,
          b: (text) => (
            <strong key="address" dir="auto">
              {text}
            </strong>
          ),
        })}
      </FormMessage>
    )
    if (!codes)
      return (
        <div className="space-y-4">
          <Step heading={t('auth.checkYourEmail')} />
          {said}
          <MailboxLine />
        </div>
      )
    return (
      <CodeForm
        sent={sent}
        next={next}
        button={t('common.confirm')}
        isSignUp
        again={{ submit, isSending, message, check }}
        onBack={() => {
          flushSync(forget)
          form.setFocus('email')
        }}
        onDone={onSignedIn}
      >
        <p>
          {rich('account.confirmOwnSignUp.youSignedUpAs', {
            name: form.getValues('name'),
            email: sent.email,
            b: (text) => (
              <strong key="name" dir="auto">
                {text}
              </strong>
            ),
            i: (text) => (
              <strong key="email" dir="auto">
                {text}
              </strong>
            ),
          })}
        </p>
        {said}
      </CodeForm>
    )
  }
  const passwordProblem = passwordError(error('email'), error('password'))
  return (
    <>
      <form {...formProps} className="space-y-4">
        <FormMessage>{message}</FormMessage>
        <Field label={t('common.name')} autoComplete="name" required {...field('name')} />
        <EmailField {...field('email')} />
        <NewPasswordField
          hint={!passwordProblem && passwordHint()}
          error={passwordProblem}
          {...form.register('password')}
        />
        <NewPasswordField label={t('common.repeatPassword')} {...field('repeatPassword')} />
        {trap}
        {check}
        <SubmitButton isSending={isSending} className="w-full">
          {t('common.signUp')}
        </SubmitButton>
        <LegalLine />
      </form>
      {children}
    </>
  )
}

/** What people agree to, if the site says so. Every page has the addresses (app/layout.tsx). */
function LegalLine() {
  const { terms, privacy } = document.body.dataset
  if (!terms && !privacy) return null
  const to = (href: string | undefined) => (text: ReactNode) => (
    <a key={href} href={href} target="_blank" rel="noopener" className="underline underline-offset-2">
      {text}
    </a>
  )
  return (
    <p className="text-xs text-ink-soft">
      {rich('auth.signUpForm.legal', {
        which: terms && privacy ? 'both' : terms ? 'terms' : 'privacy',
        t: to(terms),
        p: to(privacy),
      })}
    </p>
  )
}
