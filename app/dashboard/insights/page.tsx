import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { InsightPanels } from '@/components/insight/insight-panels'
import { EmptyState } from '@/components/ui/empty-state'
import { readSpan } from '@/lib/post/dashboard-choices'
import { getInsights } from '@/lib/queries/insights'
import { isTeam } from '@/lib/session/is-team'
import { getViewer } from '@/lib/session/viewer'

/** Rendered for each request of the team; the middleware and the database let nobody else in. */
export const instant = false

export const metadata: Metadata = { title: 'Insights', robots: { index: false } }

type Props = { searchParams: Promise<{ weeks?: string | string[] }> }

export default async function InsightsPage({ searchParams }: Props) {
  await connection()
  if (!isTeam(await getViewer())) notFound()
  const span = readSpan((await searchParams).weeks)
  const insights = await getInsights(span)
  return (
    <>
      <DashboardHeading title="Insights" current="/dashboard/insights" />
      {insights ? (
        <InsightPanels insights={insights} span={span} />
      ) : (
        <EmptyState>
          Nothing has been counted yet. The worker counts when it starts, and every hour from then on.
        </EmptyState>
      )}
    </>
  )
}
