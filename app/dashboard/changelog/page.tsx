import '@/app/more.css'
import type { Metadata } from 'next'
import { TeamEntries } from '@/components/changelog/team-entries'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { readId } from '@/lib/post/address'
import { listLabels } from '@/lib/queries/changelog'
import { getPublishing, listTeamEntries } from '@/lib/queries/changelog-team'
import { requireTeam } from '@/lib/session/viewer'

export const instant = false

export const metadata: Metadata = { title: 'Changelog', robots: { index: false } }

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
      <DashboardHeading title="Changelog" current="/dashboard/changelog" />
      <TeamEntries {...page} labels={labels} publishing={publishing} />
    </>
  )
}
