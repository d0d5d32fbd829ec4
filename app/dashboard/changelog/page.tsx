import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { TeamEntries } from '@/components/changelog/team-entries'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { readId } from '@/lib/post/address'
import { listLabels } from '@/lib/queries/changelog'
import { getPublishing, listTeamEntries } from '@/lib/queries/changelog-team'
import { requireTeam } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('common.changelog', { robots: { index: false } })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function ChangelogDashboardPage({ searchParams }: Props) {
  const viewer = await requireTeam()
  const before = readId(String((await searchParams).before ?? ''))
  const [page, labels, publishing] = await Promise.all([
    listTeamEntries(before),
    listLabels(),
    getPublishing(viewer),
  ])
  return (
    <>
      <DashboardHeading title={t('common.changelog')} current="/dashboard/changelog" />
      <TeamEntries {...page} labels={labels} publishing={publishing} />
    </>
  )
}
