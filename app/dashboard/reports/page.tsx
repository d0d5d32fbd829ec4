import '@/app/more.css'
import type { Metadata } from 'next'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { ModerationSettings } from '@/components/settings/moderation-settings'
import { ReportsQueue } from '@/components/dashboard/reports-queue'
import { getModeration, listReports } from '@/lib/queries/reports'
import { requireTeam } from '@/lib/session/viewer'
import { countText } from '@/lib/text/count-text'

export const instant = false

export const metadata: Metadata = { title: 'Reports', robots: { index: false } }

export default async function ReportsPage() {
  const viewer = await requireTeam()
  const [{ things, total }, settings] = await Promise.all([listReports(), getModeration()])
  return (
    <>
      <DashboardHeading
        title={total > 0 ? `Reports (${countText(total)})` : 'Reports'}
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
