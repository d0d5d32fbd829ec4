import type { PostState } from '@/lib/post/states'
import type { searchPosts } from '@/lib/queries/search'
import { useStateNames } from '../state/post-state'
import { FoundCount, NothingFound } from '../search/outcome'
import { FoundPosts } from '../search/found-posts'

export type Found = Awaited<ReturnType<typeof searchPosts>> & { query: string }

export function CategoryFound(props: {
  found: Found
  category: { slug?: string; name: string }
  state?: PostState
  isArchived: boolean
}) {
  const { found, category, state, isArchived } = props
  const stateNames = useStateNames()
  return (
    <>
      <div className="mb-4">
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
