import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { WidgetSettings } from '@/components/settings/widget-settings'
import { env } from '@/lib/env'
import { getSiteSettings } from '@/lib/queries/settings'
import { requireAdmin } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('settings.widget.title', { robots: { index: false } })

export default async function WidgetSettingsPage() {
  await requireAdmin()
  const { widgetOrigins } = await getSiteSettings()
  return (
    <>
      <DashboardHeading title={t('settings.widget.title')} current="/dashboard/settings/widget" />
      <WidgetSettings origins={widgetOrigins} siteUrl={env.SITE_URL} />
    </>
  )
}
