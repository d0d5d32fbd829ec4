import { PostStateBadge } from '@/components/state/post-state-badge'
import { AppLink } from '@/components/ui/app-link'
import { EmptyState } from '@/components/ui/empty-state'
import { postAddress } from '@/lib/post/address'
import type { Insights } from '@/lib/queries/insights'
import { countOf, countText } from '@/lib/text/count-text'

/** What people vote for now, beside how it was a week before. */
export function RisingPosts({ posts }: { posts: Insights['rising'] }) {
  return (
    <section aria-labelledby="rising">
      <h2 id="rising" className="mb-2 font-semibold">
        What rises
      </h2>
      {posts.length === 0 ? (
        <EmptyState>Nothing here yet...</EmptyState>
      ) : (
        <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
          {posts.map(({ id, title, slug, category_slug, state, votes, votes_before }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
              <div className="min-w-[min(12rem,100%)] flex-1">
                <AppLink
                  href={postAddress({ categorySlug: category_slug, slug })}
                  className="font-medium break-words hover:underline"
                >
                  <bdi>{title}</bdi>
                </AppLink>
                <p className="text-xs text-ink-soft">
                  {countOf(votes, 'vote')} in seven days, {countText(votes_before)} in the seven before
                </p>
              </div>
              <PostStateBadge state={state} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
