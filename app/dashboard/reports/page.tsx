import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { ModerationSettings } from '@/components/settings/moderation-settings'
import { ReportsQueue } from '@/components/dashboard/reports-queue'
import { getModeration, listReports } from '@/lib/queries/reports'
import { requireTeam } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('common.reports', { robots: { index: false } })

export default async function ReportsPage() {
  const viewer = await requireTeam()
  const [{ things, total }, settings] = await Promise.all([listReports(), getModeration()])
  return (
    <>
      <DashboardHeading
        title={total > 0 ? t('pages.dashboardReports.reports', { total }) : t('common.reports')}
        current="/dashboard/reports"
      />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div>
          <ReportsQueue things={things} />
        </div>
        {viewer.role === 'admin' && <ModerationSettings settings={settings} />}
      </div>
    </>
  )
}
