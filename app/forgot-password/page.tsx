import '@/app/more.css'
import type { Metadata } from 'next'
import { ForgotPasswordForm } from '@/components/auth/forgot-password-form'
import { NarrowPage } from '@/components/shell/narrow-page'

export const prefetch = 'partial'

export const metadata: Metadata = { title: 'Forgot password', robots: { index: false } }

export default function ForgotPasswordPage() {
  return (
    <NarrowPage title="Forgot password">
      <ForgotPasswordForm />
    </NarrowPage>
  )
}
