'use client'

import { useRouter } from 'next/navigation'
import { hasRecoveryCookie } from '@/lib/session/recovery-cookie'
import { useSession } from '@/lib/session/browser/store'
import { AppLink } from '../ui/app-link'
import { ResetPasswordForm } from './reset-password-form'

/** Stored pages hold both; globals.css shows the right one. The new password of whoever came from a recovery link; everybody else is told how to get one. */
export function ResetPasswordPanel({ onDone }: { onDone?: () => void }) {
  const { status } = useSession()
  const router = useRouter()
  const isRecovering = status === 'signed-in' && hasRecoveryCookie()
  return (
    <>
      {(status === 'unknown' || isRecovering) && (
        <div className={status === 'unknown' ? 'recovering-only' : undefined}>
          <ResetPasswordForm onDone={onDone ?? (() => router.push('/'))} />
        </div>
      )}
      {!isRecovering && (
        <p className={status === 'unknown' ? 'not-recovering-only' : undefined}>
          To choose a new password, open the link from your mail first.{' '}
          <AppLink href="/forgot-password" className="text-accent-ink underline underline-offset-2">
            Send me a link
          </AppLink>
        </p>
      )}
    </>
  )
}
