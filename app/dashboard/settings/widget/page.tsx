import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { WidgetButton } from '@/components/settings/widget-button'
import { WidgetSettings } from '@/components/settings/widget-settings'
import { env } from '@/lib/env'
import { getSiteSettings } from '@/lib/queries/settings'
import { getSite } from '@/lib/queries/site'
import { requireAdmin } from '@/lib/session/viewer'
import { directionOf } from '@/lib/words/languages'

export const instant = false

export const generateMetadata = titled('settings.widget.title', { robots: { index: false } })

export default async function WidgetSettingsPage() {
  await requireAdmin()
  const [{ widgetOrigins }, { accent, language }] = await Promise.all([getSiteSettings(), getSite()])
  return (
    <>
      <DashboardHeading title={t('settings.widget.title')} current="/dashboard/settings/widget" />
      <WidgetSettings
        origins={widgetOrigins}
        siteUrl={env.SITE_URL}
        preview={<WidgetButton version={`${accent} ${language}`} direction={directionOf(language)} />}
      />
    </>
  )
}
