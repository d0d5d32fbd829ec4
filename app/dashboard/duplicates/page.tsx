import '@/app/more.css'
import type { Metadata } from 'next'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { SuggestedPairs } from '@/components/dashboard/suggested-pairs'
import { listSuggestedPairs } from '@/lib/queries/merges'
import { requireTeam } from '@/lib/session/viewer'

export const instant = false

export const metadata: Metadata = { title: 'Possible duplicates', robots: { index: false } }

export default async function DuplicatesPage() {
  await requireTeam()
  return (
    <>
      <DashboardHeading title="Possible duplicates" current="/dashboard/duplicates" />
      <SuggestedPairs pairs={await listSuggestedPairs()} />
    </>
  )
}
