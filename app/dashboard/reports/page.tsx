import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { ModerationSettings } from '@/components/settings/moderation-settings'
import { ReportsQueue } from '@/components/dashboard/reports-queue'
import { getModeration, listReports } from '@/lib/queries/reports'
import { isTeam } from '@/lib/session/is-team'
import { getViewer } from '@/lib/session/viewer'
import { countText } from '@/lib/text/count-text'

/** Rendered for each request of the team; the middleware and the database let nobody else in. */
export const instant = false

export const metadata: Metadata = { title: 'Reports', robots: { index: false } }

export default async function ReportsPage() {
  await connection()
  const viewer = await getViewer()
  if (!isTeam(viewer)) notFound()
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
        {viewer?.role === 'admin' && <ModerationSettings settings={settings} />}
      </div>
    </>
  )
}
