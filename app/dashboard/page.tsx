import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { Dashboard } from '@/components/dashboard/dashboard'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { Inbox } from '@/components/inbox/inbox'
import { readDashboardQuery } from '@/lib/post/dashboard-query'
import { listCategories } from '@/lib/queries/categories'
import { listAdminPosts, listViews } from '@/lib/queries/dashboard'
import { listTeam } from '@/lib/queries/people'
import { listTags } from '@/lib/queries/triage'
import { isTeam } from '@/lib/session/is-team'
import { getViewer } from '@/lib/session/viewer'

/** Rendered for each request of an admin; the middleware and the database let nobody else in. */
export const instant = false

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { filter } = readDashboardQuery(await searchParams)
  return { title: filter.inbox ? 'Inbox' : 'Dashboard', robots: { index: false } }
}

export default async function DashboardPage({ searchParams }: Props) {
  await connection()
  const viewer = await getViewer()
  if (!viewer || !isTeam(viewer)) notFound()
  const query = readDashboardQuery(await searchParams)
  const [page, categories, tags, team, views] = await Promise.all([
    listAdminPosts(query),
    listCategories(),
    listTags(),
    listTeam(),
    listViews(),
  ])
  if (query.filter.inbox)
    return (
      <>
        <DashboardHeading title="Inbox" current="/dashboard?view=inbox" />
        <Inbox {...{ query, page, categories, tags, team }} viewerId={viewer.id} />
      </>
    )
  return (
    <>
      <DashboardHeading title="Dashboard" current="/dashboard" />
      <Dashboard {...{ query, page, categories, tags, team, views }} />
    </>
  )
}
