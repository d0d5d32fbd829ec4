'use client'

import { t } from '@/lib/words/t'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { enterCode } from '@/lib/actions/account'
import { updateProfile } from '@/lib/actions/settings'
import { enterCodeSchema, profileSchema } from '@/lib/schemas/account'
import { readDraft, signUpDraft } from '@/lib/session/browser/draft'
import { forgetDraft } from '@/lib/session/browser/forget-draft'
import { takeOverSession } from '@/lib/session/browser/events'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { Step } from '../ui/step'
import { SubmitButton } from '../ui/submit-button'
import { useActionForm } from '../ui/use-action-form'
import { linkClass } from './account-fields'
import { returnPath, signInHere } from './auth-dialog-store'
import { goToCode } from './go-to-code'
import { MailboxLine } from './mailbox-line'
import type { SentMail } from './use-sent-mail'

export function CodeForm(props: {
  sent: SentMail
  next: string
  button: string
  /** Whether name and password of the sign-up form belong to the code. */
  isSignUp?: boolean
  /** Asks for another email, as the form before this step did, which had these values and this captcha. */
  again: { submit: () => void; isSending: boolean; message: string; check: ReactNode }
  /** Shows that form again. */
  onBack: () => void
  onDone: () => void
  children: ReactNode
}) {
  const { sent, next, button, isSignUp, again, onBack, onDone, children } = props
  const [isUnnamed, setUnnamed] = useState(false)
  const isLeft = useRef(false)
  const place = useRef<HTMLDivElement>(null)
  const [askedAfter, setAskedAfter] = useState<SentMail>()
  // Someone who closes the dialog instead of choosing a name is signed in all the same.
  useEffect(() => () => void (isLeft.current && takeOverSession('SIGNED_IN')), [])
  async function finish() {
    isLeft.current = false
    forgetDraft(signUpDraft)
    signInHere()
    await takeOverSession('SIGNED_IN')
    onDone()
  }
  const { form, formProps, field, message, isSending } = useActionForm({
    schema: enterCodeSchema,
    defaultValues: { email: sent.email, code: '', isSignUp },
    action: enterCode,
    tries: 1,
    onDone: async ({ isUnnamed: needsName, awaitsCode }) => {
      if (awaitsCode) return goToCode(returnPath(next))
      if (!needsName) return finish()
      isLeft.current = true
      setUnnamed(true)
    },
  })
  // The step opens at its start if the field fits below that. Another email is said beside the field.
  useEffect(() => {
    if (sent.count === 1) place.current!.closest('[role=dialog]')?.scrollTo(0, 0)
    form.setFocus('code')
    place.current!.scrollIntoView({ block: 'nearest' })
  }, [form, sent])
  if (isUnnamed) return <NameForm onDone={finish} />
  return (
    <form {...formProps} className="space-y-4">
      <Step heading={t('auth.checkYourEmail')} />
      <FormMessage>{message}</FormMessage>
      {children}
      <MailboxLine />
      <div ref={place} className="space-y-4">
        <FormMessage>{again.message}</FormMessage>
        <FormMessage tone="info">{again.isSending ? '' : newsOf(sent)}</FormMessage>
        <Field
          label={t('common.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          {...field('code')}
        />
        <SubmitButton isSending={isSending} className="w-full">
          {button}
        </SubmitButton>
      </div>
      {askedAfter === sent && again.check}
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-2">
        <button
          type="button"
          onClick={() => {
            setAskedAfter(sent)
            again.submit()
          }}
          className={linkClass}
        >
          {again.isSending ? t('ui.submitButton.sending') : t('auth.codeForm.sendAnother')}
        </button>
        <button type="button" onClick={onBack} className={linkClass}>
          {t('auth.codeForm.changeAddress')}
        </button>
      </p>
    </form>
  )
}

function newsOf({ count, isSoon }: SentMail): string {
  if (isSoon) return t('auth.codeForm.tooSoon')
  return count > 1 ? t('auth.codeForm.sentAnother') : ''
}

function NameForm({ onDone }: { onDone: () => Promise<void> }) {
  const { form, formProps, field, message, isSending } = useActionForm({
    schema: profileSchema,
    defaultValues: { name: readDraft<{ name: string }>(signUpDraft)?.name ?? '' },
    action: updateProfile,
    onDone,
  })
  useEffect(() => form.setFocus('name'), [form])
  return (
    <form {...formProps} className="space-y-4">
      <Step heading={t('auth.codeForm.chooseADisplayName')} />
      <FormMessage>{message}</FormMessage>
      <Field
        label={t('common.name')}
        hint={t('common.shownNextToYourPostsAndComments')}
        autoComplete="name"
        required
        {...field('name')}
      />
      <SubmitButton isSending={isSending} className="w-full">
        {t('auth.codeForm.saveAndContinue')}
      </SubmitButton>
    </form>
  )
}
