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
  after: string | null
}) {
  const { query, category, after } = props
  const { posts, next, ...found } = await searchPosts(query, after, category?.slug)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <FoundCount query={query} {...found} place={category?.name} />
        {posts.length > 0 && <NewPostLink category={category?.slug} title={query} />}
      </div>
      {posts.length === 0 ? (
        <NothingFound query={query} category={category?.slug} />
      ) : (
        <FoundPosts key={query} posts={posts} query={query} category={category?.slug} next={next} />
      )}
    </>
  )
}
