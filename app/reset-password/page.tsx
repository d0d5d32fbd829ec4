import '@/app/more.css'
import type { Metadata } from 'next'
import { ResetPasswordPanel } from '@/components/auth/reset-password-panel'
import { NarrowPage } from '@/components/shell/narrow-page'

export const prefetch = 'partial'

export const metadata: Metadata = { title: 'Reset password', robots: { index: false } }

export default function ResetPasswordPage() {
  return (
    <NarrowPage title="Reset password">
      <ResetPasswordPanel />
    </NarrowPage>
  )
}
