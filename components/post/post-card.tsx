'use client'

import { t } from '@/lib/words/t'
import { postAddress } from '@/lib/post/address'
import type { PostIn } from '@/lib/queries/post-fields'
import { AppLink } from '../ui/app-link'
import { LongDate } from '../ui/long-date'
import { rich } from '../ui/rich'
import { VoteButton } from '../vote/vote-button'
import { CommentCount } from './comment-count'
import { type List, PostPages } from './post-pages'

export function PostCard({ post }: { post: PostIn<'card'> }) {
  const { movedAt } = post
  return (
    <article className="post-card">
      <VoteButton id={post.id} title={post.title} votes={post.votesTotal} />
      <h3 dir="auto">
        <AppLink href={postAddress(post)}>{post.title}</AppLink>
      </h3>
      <p className="post-facts">
        <span>{post.categoryName}</span>
        <CommentCount comments={post.commentsTotal} />
        {movedAt && (
          <span>{rich('post.looks.since', { date: movedAt, d: () => <LongDate iso={movedAt} /> })}</span>
        )}
        {post.expected && <span>{t('post.looks.expected', { expected: post.expected })}</span>}
      </p>
    </article>
  )
}

export const PostCards = (list: List<PostIn<'card'>>) => <PostPages {...list} Look={PostCard} />
