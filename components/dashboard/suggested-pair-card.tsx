import type { KeyboardEvent } from 'react'
import { postAddress } from '@/lib/post/address'
import type { SuggestedPair } from '@/lib/queries/merges'
import { countOf, countText } from '@/lib/text/count-text'
import { PostStateBadge } from '../state/post-state-badge'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'

/** Two posts, why they may say the same, and what to do about it. */
export function SuggestedPairCard(props: {
  pair: SuggestedPair
  onMerge: (stays: number) => void
  onDismiss: () => void
  onKeyDown: (event: KeyboardEvent) => void
}) {
  const { pair, onMerge, onDismiss, onKeyDown } = props
  const keys = { 'aria-keyshortcuts': 'm d ArrowDown ArrowUp', onKeyDown }
  return (
    <>
      <div className="grid divide-y divide-line sm:grid-cols-2 sm:divide-x sm:divide-y-0">
        {pair.posts.map((post) => (
          <div key={post.id} className="flex min-w-0 flex-col items-start gap-2 p-4">
            <AppLink
              href={postAddress(post)}
              target="_blank"
              className="font-medium break-words hover:underline"
            >
              <span dir="auto">{post.title}</span>
            </AppLink>
            {post.excerpt && (
              <p dir="auto" className="line-clamp-3 break-words text-ink-soft">
                {post.excerpt}
              </p>
            )}
            <p className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-soft">
              <PostStateBadge state={post.state} />
              {countOf(post.votesTotal, 'vote')}
            </p>
            <button
              type="button"
              aria-label={`Merge into ${post.title}`}
              {...keys}
              onClick={() => onMerge(post.id)}
              className={buttonClass('outline')}
            >
              Merge into this one
            </button>
          </div>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-2">
        <p className="min-w-0 text-ink-soft">{reason(pair)}</p>
        <button type="button" {...keys} onClick={onDismiss} className={buttonClass('ghost')}>
          Keep both
        </button>
      </div>
    </>
  )
}

function reason({ saidBy, shared }: SuggestedPair): string {
  const people =
    saidBy === 1 ? '1 person says they are the same' : `${countText(saidBy)} people say they are the same`
  const words = `Both titles have ${shared
    .slice(0, 5)
    .map((word) => `“${word}”`)
    .join(', ')}.`
  return [saidBy > 0 && `${people}.`, shared.length > 0 && words].filter(Boolean).join(' ')
}
