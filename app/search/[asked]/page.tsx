import { t } from '@/lib/words/t'
import '@/app/_kinds/rows.css'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { SearchResults } from '@/components/search/search-results'
import { MissingPage } from '@/components/shell/missing-page'
import { unlisted } from '@/lib/publish/page-metadata'
import { PageWords } from '@/components/shell/page-words'
import { offlineParams } from '@/lib/post/address'
import { readStoredSearch } from '@/lib/post/stored-search'
import { findCategory } from '@/lib/queries/categories'
import { searchEntries } from '@/lib/queries/changelog'
import { searchPosts } from '@/lib/queries/search'

export const ensureStatic = 'navigation'
export const prefetch = 'partial'

type Props = { params: Promise<{ asked: string }> }

export function generateStaticParams() {
  return [offlineParams('asked')]
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  if (!readStoredSearch((await params).asked)) notFound()
  return { title: t('common.searchResults'), ...unlisted }
}

/**
 * The stored results of a search that many people run. The middleware rewrites /search to it after a recent identical
 * search.
 */
export default async function StoredSearchPage({ params }: Props) {
  const asked = readStoredSearch((await params).asked)
  if (!asked) return <MissingPage />
  const { query, category, cursor } = asked
  return (
    <PageWords of="posts">
      <SearchResults
        query={query}
        category={category ? await findCategory(category) : null}
        cursor={cursor || null}
        search={{ posts: searchPosts, entries: searchEntries }}
      />
    </PageWords>
  )
}
