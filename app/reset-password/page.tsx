import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { ResetPasswordPanel } from '@/components/auth/reset-password-panel'
import { NarrowPage } from '@/components/shell/narrow-page'

export const prefetch = 'partial'

export const generateMetadata = titled('common.resetPassword', { robots: { index: false } })

export default function ResetPasswordPage() {
  return (
    <NarrowPage title={t('common.resetPassword')}>
      <ResetPasswordPanel />
    </NarrowPage>
  )
}
