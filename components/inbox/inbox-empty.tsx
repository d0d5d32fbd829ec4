import { buttonClass } from '../ui/button-class'
import { EmptyState, NextStep } from '../ui/empty-state'

/** What stands there when nothing is to be decided about, or nothing of what was asked for. */
export function EmptyInbox({ isNarrowed, onShowAll }: { isNarrowed: boolean; onShowAll: () => void }) {
  if (!isNarrowed)
    return (
      <EmptyState action={<NextStep href="/dashboard">Show all posts</NextStep>}>
        Nothing is waiting. The team has looked at every post.
      </EmptyState>
    )
  return (
    <EmptyState
      action={
        <button type="button" onClick={onShowAll} className={buttonClass('outline')}>
          Show the whole inbox
        </button>
      }
    >
      Nothing in the inbox matches.
    </EmptyState>
  )
}

/** What stands beside the list once everything in it is decided. */
export function AllDecided(props: { hasMore: boolean; hasFailed: boolean; retry: () => void }) {
  const { hasMore, hasFailed, retry } = props
  if (!hasMore)
    return (
      <EmptyState action={<NextStep href="/dashboard">Show all posts</NextStep>}>
        All done. Nothing is waiting any more.
      </EmptyState>
    )
  if (!hasFailed) return <EmptyState>More posts are on their way...</EmptyState>
  return (
    <EmptyState
      action={
        <button type="button" onClick={retry} className={buttonClass('outline')}>
          Try again
        </button>
      }
    >
      More posts could not be loaded.
    </EmptyState>
  )
}
