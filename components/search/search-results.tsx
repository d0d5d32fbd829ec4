import { t } from '@/lib/words/t'
import type { PostState } from '@/lib/post/states'
import type { Category } from '@/lib/queries/categories'
import type { searchEntries } from '@/lib/queries/changelog'
import type { searchPosts } from '@/lib/queries/search'
import { getSite } from '@/lib/queries/site'
import { NewPostLink } from '../post/new-post-link'
import { FoundCount, NothingFound } from './outcome'
import { FoundEntries } from './found-entries'
import { FoundPosts } from './found-posts'
import { PopularPosts, SearchFilters } from './search-filters'

export async function SearchResults(props: {
  query: string
  category: Category | null
  state?: PostState
  cursor: string | null
  search: { posts: typeof searchPosts; entries: typeof searchEntries }
  onNothing?: () => void
}) {
  const { query, category, state, cursor, search, onNothing } = props
  const open = category?.isArchived ? undefined : category?.slug
  const hasEntries = !category && !state && !cursor
  const [{ posts, next, near, ...found }, entries, { stateNames }] = await Promise.all([
    search.posts(query, cursor, { category: category?.slug, state }),
    hasEntries ? search.entries(query.slice(0, 200)) : [],
    getSite(),
  ])
  if (posts.length === 0) onNothing?.()
  return (
    <>
      <div className="search-heading">
        <div>
          <h1 className="page-title">{t('common.searchResults')}</h1>
          {posts.length > 0 && <NewPostLink category={open} title={query} />}
        </div>
      </div>
      <div className="search-outcome">
        <FoundCount query={query} {...found} category={category?.name} state={state && stateNames[state]} />
      </div>
      {(posts.length > 0 || category || state) && (
        <SearchFilters query={query} category={category?.slug} state={state} />
      )}
      {posts.length === 0 ? (
        <>
          <FoundEntries entries={entries} />
          <NothingFound query={query} category={open} isInState={state !== undefined} near={near} />
          <PopularPosts />
        </>
      ) : (
        <>
          <FoundPosts
            key={query}
            posts={posts}
            query={query}
            category={category?.slug}
            state={state}
            next={next}
          />
          <FoundEntries entries={entries} />
        </>
      )}
    </>
  )
}
