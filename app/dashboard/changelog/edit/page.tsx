import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { notFound } from 'next/navigation'
import { EditorOfEntry } from '@/components/changelog/editor-of-entry'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { readId } from '@/lib/post/address'
import { listLabels } from '@/lib/queries/changelog'
import { getPublishing, getTeamEntry, listLinkedPosts } from '@/lib/queries/changelog-team'
import { requireTeam } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('pages.dashboardChangelog.editTitle', { robots: { index: false } })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** The entry with ?id=, otherwise a new one, linked to the posts in ?posts= if there are any. */
export default async function EditEntryPage({ searchParams }: Props) {
  const viewer = await requireTeam()
  const query = await searchParams
  const id = readId(String(query.id ?? ''))
  const asked = String(query.posts ?? '').split(',')
  const [entry, posts, labels, publishing] = await Promise.all([
    id ? getTeamEntry(id) : null,
    listLinkedPosts(asked.slice(0, 50).flatMap((one) => readId(one) ?? [])),
    listLabels(),
    getPublishing(viewer),
  ])
  if (query.id !== undefined && !entry) notFound()
  return (
    <>
      <DashboardHeading current="/dashboard/changelog" />
      <EditorOfEntry entry={entry} linked={posts} labels={labels} publishing={publishing} />
    </>
  )
}
