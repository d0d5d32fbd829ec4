'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { confirmMailLink } from '@/lib/actions/account'
import { callAction } from '@/lib/browser/call-action'
import { safePath } from '@/lib/session/safe-path'
import { takeOverSession } from '@/lib/session/browser/events'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { FormMessage } from '../ui/form-message'
import { toast } from '../ui/toast-store'

/** A button uses up the link, so whoever merely opens it (a mail scanner) changes nothing. */
export function ConfirmPanel({ tokenHash, type, next }: { tokenHash: string; type: string; next: string }) {
  const router = useRouter()
  const [problem, setProblem] = useState(
    tokenHash ? '' : 'This link is not complete. Open it from the mail again.',
  )
  const [isSending, setSending] = useState(false)
  const isRecovery = type === 'recovery'

  async function confirm() {
    if (isSending) return
    setSending(true)
    const result = await callAction(() => confirmMailLink({ tokenHash, type: type as 'signup' }), {
      tries: 1,
    })
    if (!result.ok) {
      setProblem(result.message)
      setSending(false)
      return
    }
    await takeOverSession(isRecovery ? 'PASSWORD_RECOVERY' : 'SIGNED_IN')
    if (!isRecovery) toast({ title: 'Your e-mail address is confirmed.' })
    router.replace(isRecovery ? '/reset-password' : safePath(next))
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
  return (
    <>
      <p className="mb-4">
        {isRecovery
          ? 'Go on to choose a new password.'
          : 'One more step: confirm that this address is yours.'}
      </p>
      <button type="button" onClick={confirm} aria-disabled={isSending} className={buttonClass('default')}>
        {isRecovery ? 'Choose a new password' : 'Confirm'}
      </button>
    </>
  )
}
