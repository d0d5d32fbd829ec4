import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { FilterLinks } from '@/components/dashboard/list-links'
import { CannedAnswers } from '@/components/canned-answer/canned-answers'
import { CategorySettings } from '@/components/settings/category-settings'
import { ExampleBoardSettings } from '@/components/settings/example-board-settings'
import { OwnSignInSettings } from '@/components/settings/own-sign-in-settings'
import { TeamFactorSettings } from '@/components/settings/team-factor-settings'
import { WidgetSettings } from '@/components/settings/widget-settings'
import { SiteSettings } from '@/components/settings/site-settings'
import { env } from '@/lib/env'
import { defaultSiteName } from '@/lib/post/default-site-name'
import { listCannedAnswers } from '@/lib/queries/canned-answers'
import { listOwnKeys } from '@/lib/queries/own-keys'
import { getExampleBoard, getSiteSettings, listCategorySettings } from '@/lib/queries/settings'
import { ownWelcome } from '@/lib/queries/site'
import { languageChoices } from '@/lib/words/languages'
import { takesOwnTokens } from '@/lib/session/own-token'
import { requireAdmin } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('pages.dashboardSettings.siteSettings', { robots: { index: false } })

export default async function SiteSettingsPage() {
  const viewer = await requireAdmin()
  const [categories, answers, settings, exampleBoard, ownKeys] = await Promise.all([
    listCategorySettings(),
    listCannedAnswers(),
    getSiteSettings(),
    getExampleBoard(),
    listOwnKeys(),
  ])
  return (
    <>
      <DashboardHeading title={t('pages.dashboardSettings.siteSettings')} current="/dashboard/settings" />
      <FilterLinks
        label={t('pages.dashboardSettings.siteSettings')}
        links={[
          { name: t('settings.siteSettings.site'), href: '#site' },
          { name: t('common.categories'), href: '#categories' },
          { name: t('common.savedReplies'), href: '#canned-answers' },
          { name: t('settings.teamFactor.title'), href: '#team-factor' },
          { name: t('settings.widget.title'), href: '#widget' },
          { name: t('settings.ownSignIn.title'), href: '#own-sign-in' },
          ...(exampleBoard
            ? [{ name: t('settings.exampleBoardSettings.exampleBoard'), href: '#example-board' }]
            : []),
        ].map((link) => ({ ...link, isCurrent: false }))}
        className="mb-6 -ms-3"
      />
      <div className="space-y-10">
        <SiteSettings
          settings={settings}
          own={{ name: defaultSiteName, welcome: ownWelcome() }}
          languages={languageChoices()}
        />
        <CategorySettings categories={categories} />
        <CannedAnswers answers={answers} />
        <TeamFactorSettings isRequired={settings.requiresFactor} hasFactor={viewer.hasFactor} />
        <WidgetSettings origins={settings.widgetOrigins} siteUrl={env.SITE_URL} />
        <OwnSignInSettings
          keys={ownKeys}
          takesTokens={takesOwnTokens}
          trustsAddresses={settings.trustsOwnAddresses}
        />
        {exampleBoard && <ExampleBoardSettings state={exampleBoard} />}
      </div>
    </>
  )
}
