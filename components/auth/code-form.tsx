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

export function CodeForm(props: {
  email: string
  next: string
  button: string
  /** Whether name and password of the sign-up form belong to the code. */
  isSignUp?: boolean
  /** Whether another email was asked for so soon that none may come. */
  isSoon: boolean
  /** Shows the form again that the email was asked for with. */
  onAgain: () => void
  onDone: () => void
  children: ReactNode
}) {
  const { email, next, button, isSignUp, isSoon, onAgain, onDone, children } = props
  const [isUnnamed, setUnnamed] = useState(false)
  const isLeft = useRef(false)
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
    defaultValues: { email, code: '', isSignUp },
    action: enterCode,
    tries: 1,
    onDone: async ({ isUnnamed: needsName, awaitsCode }) => {
      if (awaitsCode) return goToCode(returnPath(next))
      if (!needsName) return finish()
      isLeft.current = true
      setUnnamed(true)
    },
  })
  // Focus moves here, because the button that was pressed has disappeared.
  useEffect(() => form.setFocus('code'), [form])
  if (isUnnamed) return <NameForm onDone={finish} />
  return (
    <form {...formProps} className="space-y-4">
      <Step heading={t('auth.checkYourEmail')} />
      <FormMessage>{message}</FormMessage>
      {children}
      <p>
        <button type="button" onClick={onAgain} className={linkClass}>
          {t('auth.codeForm.again')}
        </button>
      </p>
      {isSoon && <p role="status">{t('auth.codeForm.tooSoon')}</p>}
      <MailboxLine />
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
    </form>
  )
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
