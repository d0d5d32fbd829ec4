import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { CannedAnswers } from '@/components/canned-answer/canned-answers'
import { listCannedAnswers } from '@/lib/queries/canned-answers'
import { requireAdmin } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('common.savedReplies', { robots: { index: false } })

export default async function ReplySettingsPage() {
  await requireAdmin()
  return (
    <>
      <DashboardHeading title={t('common.savedReplies')} current="/dashboard/settings/replies" />
      <CannedAnswers answers={await listCannedAnswers()} />
    </>
  )
}
