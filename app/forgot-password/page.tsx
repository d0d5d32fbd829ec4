import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { ForgotPasswordForm } from '@/components/auth/forgot-password-form'
import { NarrowPage } from '@/components/shell/narrow-page'

export const prefetch = 'partial'

export const generateMetadata = titled('common.forgotPassword', { robots: { index: false } })

export default function ForgotPasswordPage() {
  return (
    <NarrowPage title={t('common.forgotPassword')}>
      <ForgotPasswordForm />
    </NarrowPage>
  )
}
