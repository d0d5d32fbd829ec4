import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { CannedAnswers } from '@/components/canned-answer/canned-answers'
import { CategorySettings } from '@/components/settings/category-settings'
import { ExampleBoardSettings } from '@/components/settings/example-board-settings'
import { TeamFactorSettings } from '@/components/settings/team-factor-settings'
import { SiteSettings } from '@/components/settings/site-settings'
import { defaultSiteName } from '@/lib/post/default-site-name'
import { listCannedAnswers } from '@/lib/queries/canned-answers'
import { getExampleBoard, getSiteSettings, listCategorySettings } from '@/lib/queries/settings'
import { ownWelcome } from '@/lib/queries/site'
import { languageChoices } from '@/lib/words/languages'
import { requireAdmin } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('pages.dashboardSettings.siteSettings', { robots: { index: false } })

export default async function SiteSettingsPage() {
  const viewer = await requireAdmin()
  const [categories, answers, settings, exampleBoard] = await Promise.all([
    listCategorySettings(),
    listCannedAnswers(),
    getSiteSettings(),
    getExampleBoard(),
  ])
  return (
    <>
      <DashboardHeading title={t('pages.dashboardSettings.siteSettings')} current="/dashboard/settings" />
      <div className="space-y-10">
        {exampleBoard && <ExampleBoardSettings state={exampleBoard} />}
        <CategorySettings categories={categories} />
        <CannedAnswers answers={answers} />
        <TeamFactorSettings isRequired={settings.requiresFactor} hasFactor={viewer.hasFactor} />
        <SiteSettings
          settings={settings}
          own={{ name: defaultSiteName, welcome: ownWelcome() }}
          languages={languageChoices()}
        />
      </div>
    </>
  )
}
