'use client'

import { useRouter } from 'next/navigation'
import { ResetPasswordForm } from '../auth/reset-password-panel'

export function AddPasswordForm() {
  const router = useRouter()
  return <ResetPasswordForm isWide={false} onDone={router.refresh} />
}
