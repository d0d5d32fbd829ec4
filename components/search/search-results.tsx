import type { Category } from '@/lib/queries/categories'
import { searchPosts } from '@/lib/queries/search'
import { NewPostLink } from '../post/new-post-link'
import { FoundCount } from './found-count'
import { FoundPosts } from './found-posts'
import { NothingFound } from './nothing-found'

/** What a search found, in a category or in all, with how many there are. */
export async function SearchResults(props: {
  query: string
  category: Category | null
  cursor: string | null
  onNothing?: () => void
}) {
  const { query, category, cursor, onNothing } = props
  const open = category?.isArchived ? undefined : category?.slug
  const { posts, next, near, ...found } = await searchPosts(query, cursor, category?.slug)
  if (posts.length === 0) onNothing?.()
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <FoundCount query={query} {...found} place={category?.name} />
        {posts.length > 0 && <NewPostLink category={open} title={query} />}
      </div>
      {posts.length === 0 ? (
        <NothingFound query={query} category={open} near={near} />
      ) : (
        <FoundPosts key={query} posts={posts} query={query} category={category?.slug} next={next} />
      )}
    </>
  )
}
