import type { PostState } from '@/lib/post/states'
import type { searchPosts } from '@/lib/queries/search'
import { useStateNames } from '../state/post-state'
import { FoundCount, NothingFound } from '../search/outcome'
import { FoundPosts } from '../search/found-posts'
import { StateLinks } from '../search/state-links'

export type Found = Awaited<ReturnType<typeof searchPosts>> & { query: string }

export type Searched = {
  /** Without a slug, it searches all categories. */
  category: { slug?: string; name: string }
  state?: PostState
  /** The category accepts no new posts, so missing ones are posted elsewhere. */
  isArchived: boolean
}

export function CategoryFound({ found, category, state, isArchived }: Searched & { found: Found }) {
  const stateNames = useStateNames()
  return (
    <>
      <StateLinks query={found.query} category={category.slug} state={state} names={stateNames} />
      <div className="mt-1 mb-4">
        <FoundCount {...found} category={category.slug && category.name} state={state && stateNames[state]} />
      </div>
      {found.posts.length === 0 ? (
        <NothingFound
          query={found.query}
          category={isArchived ? undefined : category.slug}
          isInState={state !== undefined}
          near={found.near}
        />
      ) : (
        <FoundPosts key={found.query} {...found} category={category.slug} state={state} />
      )}
    </>
  )
}
