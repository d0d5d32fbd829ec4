import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { SearchMisses, SynonymGroups } from '@/components/dashboard/search-words'
import { isBoardEmpty } from '@/lib/queries/dashboard'
import { listSearchMisses, listSynonyms } from '@/lib/queries/search'
import { requireAdmin } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('common.searchTerms', { robots: { index: false } })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function SearchWordsPage({ searchParams }: Props) {
  await requireAdmin()
  const start = String((await searchParams).words ?? '')
  const [synonyms, misses, isEmpty] = await Promise.all([listSynonyms(), listSearchMisses(), isBoardEmpty()])
  return (
    <>
      <DashboardHeading title={t('common.searchTerms')} current="/dashboard/search" />
      <div className="space-y-8">
        <SearchMisses misses={misses} isBoardEmpty={isEmpty} />
        <SynonymGroups groups={synonyms} start={start} />
      </div>
    </>
  )
}
