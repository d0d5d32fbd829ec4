import { NewPostLink } from '../post/new-post-link'
import { AppLink } from '../ui/app-link'
import { EmptyState } from '../ui/empty-state'

/** What was looked for may be misspelt, or be what is missing: then it becomes the title of a new post. */
export function NothingFound(props: { query: string; category?: string; near: string[] }) {
  const { query, category, near } = props
  return (
    <EmptyState action={<NewPostLink category={category} title={query} />}>
      We couldn&apos;t find anything. Try a new search or create a new post!
      {near.length > 0 && (
        <p className="mt-3">
          Did you mean{' '}
          {near.map((word, index) => (
            <span key={word}>
              {index > 0 && (index === near.length - 1 ? ' or ' : ', ')}
              <AppLink
                href={`/search?${new URLSearchParams({ q: word, ...(category && { category }) })}`}
                className="font-medium text-ink underline"
              >
                <bdi>{word}</bdi>
              </AppLink>
            </span>
          ))}
          ?
        </p>
      )}
    </EmptyState>
  )
}
