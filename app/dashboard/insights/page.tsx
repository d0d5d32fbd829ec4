import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { NoPostsYet } from '@/components/dashboard/empty-board'
import { InsightPanels } from '@/components/insight/insight-panels'
import { EmptyState } from '@/components/ui/empty-state'
import { readSpan } from '@/lib/post/dashboard-choices'
import { isBoardEmpty } from '@/lib/queries/dashboard'
import { getInsights, getWeeksBefore, refreshInsights } from '@/lib/queries/insights'
import { requireTeam } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('common.insights', { robots: { index: false } })

type Props = { searchParams: Promise<{ weeks?: string | string[] }> }

export default async function InsightsPage({ searchParams }: Props) {
  await requireTeam()
  const span = readSpan((await searchParams).weeks)
  await refreshInsights()
  const [insights, before, isEmpty] = await Promise.all([
    getInsights(span),
    getWeeksBefore(span),
    isBoardEmpty(),
  ])
  return (
    <>
      <DashboardHeading title={t('common.insights')} current="/dashboard/insights" />
      {isEmpty ? (
        <NoPostsYet hint={t('pages.dashboardInsights.whatComesHere')} />
      ) : insights ? (
        <InsightPanels {...{ insights, before, span }} />
      ) : (
        <EmptyState>{t('pages.dashboardInsights.noDataYetThe')}</EmptyState>
      )}
    </>
  )
}
