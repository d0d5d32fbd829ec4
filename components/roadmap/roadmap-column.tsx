import { LoadMorePosts } from '@/components/post/load-more-posts'
import { PostCard } from '@/components/post/post-card'
import { EmptyState, NextStep } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { countText } from '@/lib/text/count-text'
import { type PostState, stateNames } from '@/lib/post/states'
import { getFirstPosts } from '@/lib/queries/posts'

const pageSize = 10

const tones: Record<PostState, string> = {
  proposed: 'text-proposed',
  candidate: 'text-candidate',
  planned: 'text-planned',
  'in-progress': 'text-in-progress',
  completed: 'text-completed',
}

export async function RoadmapColumn({ state, total }: { state: PostState; total: number }) {
  const { posts, next } = await getFirstPosts({ state }, pageSize)
  return (
    <section
      id={`state-${state}`}
      aria-labelledby={`heading-${state}`}
      className="w-full shrink-0 snap-start scroll-mt-20 px-4 sm:px-6 lg:w-auto lg:px-0"
    >
      <h2
        id={`heading-${state}`}
        className="z-[1] flex items-center gap-1.5 bg-page py-2 text-sm font-semibold lg:sticky lg:top-14"
      >
        <span className={`flex ${tones[state]}`}>
          <Icon name={state} />
        </span>
        {stateNames[state]}
        <span className="tabular ms-auto rounded-full bg-sunken px-2 text-xs font-medium text-ink-soft">
          {countText(total)}
          <span className="sr-only"> {total === 1 ? 'post' : 'posts'}</span>
        </span>
      </h2>
      <div className="flex flex-col gap-2 pb-2">
        {posts.map((post) => (
          <PostCard key={post.id} post={post} />
        ))}
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
        {next && <LoadMorePosts filter={{ state }} next={next} look="card" limit={pageSize} />}
      </div>
    </section>
  )
}
