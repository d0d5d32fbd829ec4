import '@/app/more.css'
import type { Metadata } from 'next'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { SearchMisses, SynonymGroups } from '@/components/dashboard/search-words'
import { listSearchMisses, listSynonyms } from '@/lib/queries/search'
import { requireAdmin } from '@/lib/session/viewer'

export const instant = false

export const metadata: Metadata = { title: 'Search terms', robots: { index: false } }

export default async function SearchWordsPage() {
  await requireAdmin()
  const [synonyms, misses] = await Promise.all([listSynonyms(), listSearchMisses()])
  return (
    <>
      <DashboardHeading title="Search terms" current="/dashboard/search" />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <SearchMisses misses={misses} />
        <SynonymGroups groups={synonyms} />
      </div>
    </>
  )
}
