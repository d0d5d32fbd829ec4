import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { SuggestedPairs } from '@/components/dashboard/suggested-pairs'
import { listSuggestedPairs } from '@/lib/queries/merges'
import { isTeam } from '@/lib/session/is-team'
import { getViewer } from '@/lib/session/viewer'

/** Rendered for each request of an admin; the middleware and the database let nobody else in. */
export const instant = false

export const metadata: Metadata = { title: 'Possible duplicates', robots: { index: false } }

export default async function DuplicatesPage() {
  await connection()
  const viewer = await getViewer()
  if (!isTeam(viewer)) notFound()
  return (
    <>
      <DashboardHeading title="Possible duplicates" current="/dashboard/duplicates" />
      <SuggestedPairs pairs={await listSuggestedPairs()} />
    </>
  )
}
