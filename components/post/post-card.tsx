'use client'

import { AppLink } from '@/components/ui/app-link'
import { LongDate } from '@/components/ui/long-date'
import { VoteButton } from '@/components/vote/vote-button'
import { postAddress } from '@/lib/post/address'
import type { PostIn } from '@/lib/queries/post-looks'
import { CommentCount } from './comment-count'

/** A post in a roadmap column, with the day since when it has its state. */
export function PostCard({ post }: { post: PostIn<'card'> }) {
  return (
    <article className="post-card">
      <VoteButton id={post.id} title={post.title} votes={post.votesTotal} />
      <h3>
        <AppLink href={postAddress(post)}>
          <bdi>{post.title}</bdi>
        </AppLink>
      </h3>
      <p className="post-facts">
        <span>{post.categoryName}</span>
        <CommentCount comments={post.commentsTotal} />
        <span>
          Since <LongDate iso={post.movedAt} />
        </span>
        {post.expected && <span>Expected {post.expected}</span>}
      </p>
    </article>
  )
}
