import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { StateSettings } from '@/components/settings/state-settings'
import { getSiteSettings } from '@/lib/queries/settings'
import { requireAdmin } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('common.states', { robots: { index: false } })

export default async function StateSettingsPage() {
  await requireAdmin()
  return (
    <>
      <DashboardHeading title={t('common.states')} current="/dashboard/settings/states" />
      <StateSettings settings={await getSiteSettings()} />
    </>
  )
}
