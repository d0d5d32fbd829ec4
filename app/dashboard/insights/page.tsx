import '@/app/more.css'
import type { Metadata } from 'next'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { InsightPanels } from '@/components/insight/insight-panels'
import { EmptyState } from '@/components/ui/empty-state'
import { readSpan } from '@/lib/post/dashboard-choices'
import { getInsights } from '@/lib/queries/insights'
import { requireTeam } from '@/lib/session/viewer'

export const instant = false

export const metadata: Metadata = { title: 'Insights', robots: { index: false } }

type Props = { searchParams: Promise<{ weeks?: string | string[] }> }

export default async function InsightsPage({ searchParams }: Props) {
  await requireTeam()
  const span = readSpan((await searchParams).weeks)
  const insights = await getInsights(span)
  return (
    <>
      <DashboardHeading title="Insights" current="/dashboard/insights" />
      {insights ? (
        <InsightPanels insights={insights} span={span} />
      ) : (
        <EmptyState>No data yet. The worker counts when it starts and every hour after that.</EmptyState>
      )}
    </>
  )
}
