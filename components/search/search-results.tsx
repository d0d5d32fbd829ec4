import { EmptyState } from '@/components/ui/empty-state'
import { countText } from '@/lib/text/count-text'
import { searchPosts } from '@/lib/queries/search'
import { FoundPostRow } from './found-post-row'
import { LoadMoreFoundPosts } from './load-more-found-posts'

/** What a search found, with how many there are. */
export async function SearchResults({ query, after }: { query: string; after: string | null }) {
  const { posts, total, isTotalExact, next } = await searchPosts(query, after)
  const count = `${countText(total)}${isTotalExact ? '' : '+'}`
  return (
    <>
      <p role="status" className="mb-4 text-ink-soft">
        {count} {total === 1 ? 'post' : 'posts'} for “<bdi className="text-ink">{query}</bdi>”
      </p>
      {posts.length === 0 ? (
        <EmptyState>We couldn&apos;t find anything. Try a new search or create a new post!</EmptyState>
      ) : (
        <div className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {posts.map((post) => (
            <FoundPostRow key={post.id} post={post} />
          ))}
          {next && <LoadMoreFoundPosts key={query} query={query} next={next} />}
        </div>
      )}
    </>
  )
}
