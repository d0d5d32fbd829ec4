'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { confirmMailLink } from '@/lib/actions/account'
import { linkProblem } from '@/lib/schemas/account'
import { callAction } from '@/lib/browser/call-action'
import { takeOverSession } from '@/lib/session/browser/events'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { focusNear } from '../ui/focus-near'
import { FormMessage } from '../ui/form-message'
import { comeBack } from './come-back'
import { ConfirmSignUpForm } from './confirm-sign-up-form'

/** A button uses up the link, so whoever merely opens it (a mail scanner) changes nothing. */
export function ConfirmPanel({ tokenHash, type, next }: { tokenHash: string; type: string; next: string }) {
  const router = useRouter()
  const [problem, setProblem] = useState(() => linkProblem({ tokenHash, type }))
  const [isSending, setSending] = useState(false)
  const isRecovery = type === 'recovery'

  async function confirm() {
    if (isSending) return
    setSending(true)
    const result = await callAction(() => confirmMailLink({ tokenHash, type }), { tries: 1 })
    if (!result.ok) {
      focusNear(document.activeElement)
      setProblem(result.message)
      setSending(false)
      return
    }
    if (isRecovery) await takeOverSession('PASSWORD_RECOVERY')
    router.replace(isRecovery ? '/reset-password' : await comeBack(next, 'Your e-mail address is confirmed.'))
  }

  if (problem) {
    return (
      <>
        <FormMessage>{problem}</FormMessage>
        <AppLink
          href={isRecovery ? '/forgot-password' : '/?auth=sign-in'}
          className={buttonClass('outline', 'mt-4')}
        >
          {isRecovery ? 'Send me a new link' : 'Sign in to get a new link'}
        </AppLink>
      </>
    )
  }
  if (type === 'signup') return <ConfirmSignUpForm tokenHash={tokenHash} next={next} onUsed={setProblem} />
  return (
    <>
      <p className="mb-4">
        {isRecovery
          ? 'Go on to choose a new password.'
          : 'One more step: confirm that this address is yours.'}
      </p>
      <button
        type="button"
        onClick={confirm}
        aria-disabled={isSending}
        className={buttonClass('default', 'w-full')}
      >
        {isRecovery ? 'Choose a new password' : 'Confirm'}
      </button>
    </>
  )
}
