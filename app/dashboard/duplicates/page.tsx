import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { SuggestedPairs } from '@/components/dashboard/suggested-pairs'
import { listSuggestedPairs } from '@/lib/queries/merges'
import { requireTeam } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('dashboard.heading.duplicates', { robots: { index: false } })

export default async function DuplicatesPage() {
  await requireTeam()
  return (
    <>
      <DashboardHeading title={t('dashboard.heading.duplicates')} current="/dashboard/duplicates" />
      <SuggestedPairs pairs={await listSuggestedPairs()} />
    </>
  )
}
