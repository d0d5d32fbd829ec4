import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { WidgetCode } from '@/components/settings/widget-code'
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
      <div className="lg:max-w-2xl space-y-4 rounded-lg border border-line bg-surface p-[min(1rem,5vw)]">
        <WidgetSettings origins={widgetOrigins} />
        <WidgetCode
          siteUrl={env.SITE_URL}
          version={`${accent} ${language}`}
          direction={directionOf(language)}
        />
      </div>
    </>
  )
}
