import { t } from '@/lib/words/t'
import '@/app/more.css'
import type { Metadata } from 'next'
import { Dashboard } from '@/components/dashboard/dashboard'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { NoPostsYet } from '@/components/dashboard/empty-board'
import { FirstSteps } from '@/components/dashboard/first-steps'
import { Inbox } from '@/components/inbox/inbox'
import { readDashboardQuery } from '@/lib/post/dashboard-query'
import { listCategories } from '@/lib/queries/categories'
import { isBoardEmpty, listAdminPosts, listPinned, listViews } from '@/lib/queries/dashboard'
import { getFirstSteps } from '@/lib/queries/first-steps'
import { listTeam } from '@/lib/queries/people'
import { getExampleBoard } from '@/lib/queries/settings'
import { listTags } from '@/lib/queries/triage'
import { requireTeam } from '@/lib/session/viewer'

export const instant = false

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { filter } = readDashboardQuery(await searchParams)
  return { title: filter.inbox ? t('common.inbox') : t('common.posts'), robots: { index: false } }
}

export default async function DashboardPage({ searchParams }: Props) {
  const viewer = await requireTeam()
  const asked = await searchParams
  const query = readDashboardQuery(asked)
  const opens = asked.steps === 'open'
  const [page, pinned, categories, tags, team, views, firstSteps, exampleBoard] = await Promise.all([
    listAdminPosts(query),
    listPinned(),
    listCategories(),
    listTags(),
    listTeam(),
    listViews(),
    viewer.role === 'admin' ? getFirstSteps() : null,
    viewer.role === 'admin' ? getExampleBoard() : null,
  ])
  if (query.filter.inbox)
    return (
      <>
        <DashboardHeading title={t('common.inbox')} current="/dashboard?view=inbox" />
        {page.rows.length === 0 && (await isBoardEmpty()) ? (
          <NoPostsYet hint={t('inbox.list.whatComesHere')} />
        ) : (
          <Inbox {...{ query, page, categories, tags, team }} viewerId={viewer.id} />
        )}
      </>
    )
  return (
    <>
      <DashboardHeading title={t('common.posts')} current="/dashboard" />
      {firstSteps && (opens || !firstSteps.isDismissed) && (
        <FirstSteps steps={firstSteps.steps} opens={opens || !firstSteps.steps.posts} />
      )}
      <Dashboard
        {...{ query, page, pinned, categories, tags, team, views }}
        canAddExamples={exampleBoard === 'addable'}
      />
    </>
  )
}
