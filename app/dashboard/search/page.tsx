import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { SearchMisses } from '@/components/dashboard/search-misses'
import { SynonymGroups } from '@/components/dashboard/synonym-groups'
import { listSearchMisses, listSynonyms } from '@/lib/queries/search'
import { getViewer } from '@/lib/session/viewer'

/** Rendered for each request of an admin; the middleware and the database let nobody else in. */
export const instant = false

export const metadata: Metadata = { title: 'Search words', robots: { index: false } }

export default async function SearchWordsPage() {
  await connection()
  const viewer = await getViewer()
  if (viewer?.role !== 'admin') notFound()
  const [synonyms, misses] = await Promise.all([listSynonyms(), listSearchMisses()])
  return (
    <>
      <DashboardHeading title="Search words" current="/dashboard/search" />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <SearchMisses misses={misses} />
        <SynonymGroups groups={synonyms} />
      </div>
    </>
  )
}
