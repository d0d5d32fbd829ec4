'use client'

import { useRouter } from 'next/navigation'
import { ResetPasswordForm } from '../auth/reset-password-panel'

/** A first password for people who sign in by other methods. */
export function AddPasswordForm() {
  const router = useRouter()
  return <ResetPasswordForm isWide={false} onDone={router.refresh} />
}
