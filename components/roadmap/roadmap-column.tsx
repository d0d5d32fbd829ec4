import { PostCards } from '@/components/post/post-list'
import { EmptyState, NextStep } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { countText } from '@/lib/text/count-text'
import type { PostState } from '@/lib/post/states'
import { postsIn } from '@/lib/queries/post-looks'
import { getFirstPosts } from '@/lib/queries/posts'
import { getSite } from '@/lib/queries/site'

const pageSize = 10

export async function RoadmapColumn({ state, total }: { state: PostState; total: number }) {
  const [{ posts, next }, site] = await Promise.all([getFirstPosts({ state }, pageSize), getSite()])
  const description = site.stateDescriptions[state]
  return (
    <section
      id={`state-${state}`}
      aria-labelledby={`heading-${state}`}
      className={`roadmap-column is-${state}`}
    >
      <h2 id={`heading-${state}`}>
        <Icon name={state} />
        {site.stateNames[state]}
        <span>
          {countText(total)}
          <span className="sr-only"> {total === 1 ? 'post' : 'posts'}</span>
        </span>
      </h2>
      {description && (
        <p dir="auto" className="text-xs text-ink-soft">
          {description}
        </p>
      )}
      {posts.length === 0 && (
        <EmptyState
          action={
            state === 'proposed' ? (
              <NextStep href="/new-features#new-post">Create a post</NextStep>
            ) : (
              <NextStep href="/new-features?state=proposed">Vote for what comes next</NextStep>
            )
          }
        >
          Nothing here yet...
        </EmptyState>
      )}
      <PostCards posts={postsIn('card', posts)} filter={{ state }} next={next} limit={pageSize} />
    </section>
  )
}
