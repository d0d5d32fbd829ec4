import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { ModerationSettings } from '@/components/settings/moderation-settings'
import { getModeration } from '@/lib/queries/reports'
import { requireAdmin } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('dashboard.nav.moderation', { robots: { index: false } })

export default async function ModerationSettingsPage() {
  await requireAdmin()
  return (
    <>
      <DashboardHeading title={t('dashboard.nav.moderation')} current="/dashboard/settings/moderation" />
      <ModerationSettings settings={await getModeration()} />
    </>
  )
}
