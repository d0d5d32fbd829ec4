import type { ReactNode } from 'react'
import { AppLink } from '@/components/ui/app-link'
import type { Post } from '@/lib/queries/posts'
import { offersMailFollow } from '@/lib/session/with-secret-key'
import { FollowPost } from '../follow/follow-post'
import { PostTimeline } from './post-timeline'
import { SharePost } from './share-post'

/** What there is to know and to do about a post, beside all that is said in it. */
export function PostAbout(props: {
  post: Post
  update: Post['events'][number] | undefined
  /** What the team decides about it. */
  children: ReactNode
}) {
  const { post, update, children } = props
  return (
    <aside aria-label="About this post" className="post-about">
      <div>
        <p className="flex items-baseline justify-between gap-2">
          <span className="text-ink-soft">Category</span>
          <AppLink
            href={`/${post.categorySlug}`}
            className="inline-flex items-center py-0.5 font-medium pointer-coarse:min-h-11 hover:underline"
          >
            {post.category.name}
          </AppLink>
        </p>
        <FollowPost id={post.id} title={post.title} byMail={offersMailFollow} />
        <SharePost title={post.title} />
      </div>
      {children}
      <PostTimeline post={post} saidAbove={update?.id} />
    </aside>
  )
}
