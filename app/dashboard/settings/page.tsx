import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { ExampleBoardSettings } from '@/components/settings/example-board-settings'
import { SiteSettings } from '@/components/settings/site-settings'
import { defaultSiteName } from '@/lib/post/default-site-name'
import { getExampleBoard, getSiteSettings } from '@/lib/queries/settings'
import { ownWelcome } from '@/lib/queries/site'
import { languageChoices } from '@/lib/words/languages'
import { requireAdmin } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('settings.nav.general', { robots: { index: false } })

export default async function SiteSettingsPage() {
  await requireAdmin()
  const [settings, exampleBoard] = await Promise.all([getSiteSettings(), getExampleBoard()])
  return (
    <>
      <DashboardHeading title={t('settings.nav.general')} current="/dashboard/settings" />
      <div className="lg:max-w-2xl space-y-6">
        <div>
          <SiteSettings
            settings={settings}
            own={{ name: defaultSiteName, welcome: ownWelcome() }}
            languages={languageChoices()}
          />
        </div>
        {exampleBoard && <ExampleBoardSettings state={exampleBoard} />}
      </div>
    </>
  )
}
