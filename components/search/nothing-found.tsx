import { NewPostLink } from '../post/new-post-link'
import { EmptyState } from '../ui/empty-state'

/** What was looked for may be what is missing: it becomes the title of a new post. */
export function NothingFound({ query, category }: { query: string; category?: string }) {
  return (
    <EmptyState action={<NewPostLink category={category} title={query} />}>
      We couldn&apos;t find anything. Try a new search or create a new post!
    </EmptyState>
  )
}
