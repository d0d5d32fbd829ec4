import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { NoPostsYet } from '@/components/dashboard/empty-board'
import { ReportsQueue } from '@/components/dashboard/reports-queue'
import { KeysButton } from '@/components/team/keys-button'
import { ButtonLink } from '@/components/ui/button'
import { env } from '@/lib/env'
import { isBoardEmpty } from '@/lib/queries/dashboard'
import { listReports } from '@/lib/queries/reports'
import { requireTeam } from '@/lib/session/viewer'
import { markdownText } from '@/lib/text/markdown-text'

export const instant = false

export const generateMetadata = titled('common.reports', { robots: { index: false } })

export default async function ReportsPage() {
  const viewer = await requireTeam()
  const { things } = await listReports()
  return (
    <>
      <DashboardHeading title={t('common.reports')} current="/dashboard/reports">
        <div className="flex min-w-0 flex-wrap gap-2">
          {things.length > 0 && <KeysButton />}
          {viewer.role === 'admin' && (
            <ButtonLink href="/dashboard/settings/moderation">
              {t('pages.dashboardReports.changeRules')}
            </ButtonLink>
          )}
        </div>
      </DashboardHeading>
      {things.length === 0 && (await isBoardEmpty()) ? (
        <NoPostsYet hint={t('dashboard.reportsQueue.whatComesHere')} />
      ) : (
        <ReportsQueue
          things={things.map((thing) => ({ ...thing, text: markdownText(thing.text, env.SITE_URL) }))}
        />
      )}
    </>
  )
}
