import { NewPostLink } from '../post/new-post-link'
import { AppLink } from '../ui/app-link'
import { EmptyState } from '../ui/empty-state'
import { ButtonLink } from '../ui/button'
import { totalText } from '@/lib/text/count-text'

/** Offers other spellings, all states, or a new post with the query as its title. */
export function NothingFound(props: {
  query: string
  category?: string
  isInState: boolean
  near: string[]
}) {
  const { query, category, isInState, near } = props
  const search = (q: string) => `/search?${new URLSearchParams({ q, ...(category && { category }) })}`
  return (
    <EmptyState
      action={
        isInState ? (
          <ButtonLink href={search(query)}>Search all states</ButtonLink>
        ) : (
          <NewPostLink category={category} title={query} />
        )
      }
    >
      We couldn&apos;t find anything. Try a new search or create a new post!
      {near.length > 0 && (
        <p className="mt-3">
          Did you mean{' '}
          {near.map((word, index) => (
            <span key={word}>
              {index > 0 && (index === near.length - 1 ? ' or ' : ', ')}
              <AppLink href={search(word)} className="font-medium text-ink underline">
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

export function FoundCount(props: {
  query: string
  total: number
  isTotalExact: boolean
  category?: string
  state?: string
}) {
  const { query, total, isTotalExact, category, state } = props
  return (
    <p role="status" className="text-ink-soft">
      {totalText({ total, isTotalExact })} {total === 1 ? 'post' : 'posts'} for “
      <bdi className="text-ink">{query}</bdi>”{category && ` in ${category}`}
      {state && `, ${state}`}
    </p>
  )
}
