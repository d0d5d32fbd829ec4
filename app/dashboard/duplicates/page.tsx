import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { NoPostsYet } from '@/components/dashboard/empty-board'
import { SuggestedPairs } from '@/components/dashboard/suggested-pairs'
import { KeysButton } from '@/components/team/keys-button'
import { isBoardEmpty } from '@/lib/queries/dashboard'
import { listSuggestedPairs } from '@/lib/queries/merges'
import { requireTeam } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('dashboard.heading.duplicates', { robots: { index: false } })

export default async function DuplicatesPage() {
  await requireTeam()
  const pairs = await listSuggestedPairs()
  return (
    <>
      <DashboardHeading title={t('dashboard.heading.duplicates')} current="/dashboard/duplicates">
        {pairs.length > 0 && <KeysButton className="-me-3" />}
      </DashboardHeading>
      {pairs.length === 0 && (await isBoardEmpty()) ? (
        <NoPostsYet hint={t('dashboard.suggestedPairs.whatComesHere')} />
      ) : (
        <SuggestedPairs pairs={pairs} />
      )}
    </>
  )
}
