import '@/app/_kinds/rows.css'
import { titled, unlisted } from '@/lib/publish/page-metadata'
import { SearchResults } from '@/components/search/search-results'
import { SearchStart } from '@/components/search/search-start'
import { after as afterwards, connection } from 'next/server'
import { postStates } from '@/lib/post/states'
import { findCategory } from '@/lib/queries/categories'
import { searchEntriesAnew } from '@/lib/queries/changelog'
import { countSearchMiss, searchPostsAnew } from '@/lib/queries/search'
import { PageWords } from '@/components/shell/page-words'

/** Results differ with every query, so this page is rendered for each request, whole and without streaming. */
export const instant = false

export const generateMetadata = titled('common.searchResults', unlisted)

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function SearchPage({ searchParams }: Props) {
  // Never while prerendering, because a search that finds nothing is counted.
  await connection()
  const { q, category, state, after } = await searchParams
  const query = first(q).trim()
  return (
    <PageWords of="posts">
      {query ? (
        <SearchResults
          query={query}
          category={category ? await findCategory(first(category)) : null}
          state={postStates.find((one) => one === first(state))}
          cursor={first(after) || null}
          search={{ posts: searchPostsAnew, entries: searchEntriesAnew }}
          onNothing={category || state ? undefined : () => afterwards(() => countSearchMiss(query))}
        />
      ) : (
        <SearchStart />
      )}
    </PageWords>
  )
}

function first(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? ''
}
