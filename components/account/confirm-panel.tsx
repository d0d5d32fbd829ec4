'use client'

import { texts } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { confirmMailLink } from '@/lib/actions/mail-links'
import { linkNotComplete, type MailLink, makesAccount } from '@/lib/schemas/account'
import { callAction } from '@/lib/browser/call-action'
import { takeOverSession } from '@/lib/session/browser/events'
import { codeAddress } from '@/lib/session/code-address'
import { forgetLink } from '@/lib/session/browser/link-in-address'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { focusNear } from '../ui/focus-near'
import { NoPasswordHint } from './no-password-hint'
import { FormMessage } from '../ui/form-message'
import { awaitsCode, returnAfterSignIn } from './return-after-sign-in'
import { ConfirmSignUpForm } from './confirm-sign-up-form'

/** The first of two links for a new email address was used. */
export const firstOfTwo = () => t('account.confirmPanel.firstOfTwo')

const said = {
  recovery: texts({
    text: 'account.confirmPanel.continueToChooseA',
    button: 'account.confirmPanel.chooseANewPassword',
  }),
  magiclink: texts({
    text: 'account.confirmPanel.oneMoreStepContinue',
    button: 'common.signIn',
  }),
  email_change: texts({
    text: 'account.confirmPanel.oneMoreStepConfirm',
    button: 'common.confirm',
  }),
}

type Props = {
  /** Null for an address that is in no email. */
  link: MailLink | null
  next: string
  email?: string
  signedUp?: { name: string; email: string } | null
  /** Whether a new account requires one. */
  needsPassword?: boolean
}

/** A button uses the link, so that merely opening it (as email scanners do) changes nothing. */
export function ConfirmPanel({ link, next, email, signedUp, needsPassword = true }: Props) {
  const router = useRouter()
  const [problem, setProblem] = useState(link ? '' : linkNotComplete())
  const [message, setMessage] = useState('')
  const [isHalf, setHalf] = useState(false)
  const [isSending, setSending] = useState(false)
  const type = link?.type
  const isRecovery = type === 'recovery'

  async function confirm() {
    if (isSending) return
    setSending(true)
    setMessage('')
    const result = await callAction(() => confirmMailLink(link), { tries: 1 })
    if (!result.ok) {
      const isDead = result.reason === 'gone'
      if (isDead) {
        forgetLink()
        focusNear(document.activeElement)
      }
      ;(isDead ? setProblem : setMessage)(result.message)
      setSending(false)
      return
    }
    forgetLink()
    if (!result.data.isComplete) return setHalf(true)
    if (isRecovery && (await awaitsCode())) return router.replace(codeAddress('/reset-password'))
    if (isRecovery) await takeOverSession('PASSWORD_RECOVERY')
    const title = type === 'email_change' ? t('common.emailAddressConfirmed') : undefined
    router.replace(isRecovery ? '/reset-password' : await returnAfterSignIn(next, title))
  }

  if (isHalf) return <FormMessage tone="info">{firstOfTwo()}</FormMessage>
  if (problem || !link) {
    return (
      <>
        <FormMessage>{problem}</FormMessage>
        <AppLink
          href={isRecovery ? '/forgot-password' : '/?auth=sign-in'}
          className={buttonClass('outline', 'mt-4')}
        >
          {isRecovery ? t('account.confirmPanel.sendMeANew') : t('account.confirmPanel.signInToGet')}
        </AppLink>
        {!isRecovery && <NoPasswordHint />}
      </>
    )
  }
  if (makesAccount(link)) {
    const shown = { link, next, email, signedUp, needsPassword }
    return <ConfirmSignUpForm {...shown} onUsed={setProblem} />
  }
  const { text, button } = said[link.type as keyof typeof said]
  return (
    <>
      <FormMessage>{message}</FormMessage>
      <p className="mb-4">
        {text}
        {email && (
          <> {rich('account.isForAccount', { email, b: (text) => <strong dir="auto">{text}</strong> })}</>
        )}
      </p>
      <button
        type="button"
        onClick={confirm}
        aria-disabled={isSending}
        className={buttonClass('default', 'w-full')}
      >
        {button}
      </button>
    </>
  )
}
