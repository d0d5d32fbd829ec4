'use client'

import { t } from '@/lib/words/t'
import type { ReactNode } from 'react'
import { postAddress } from '@/lib/post/address'
import type { PostIn } from '@/lib/queries/post-fields'
import type { PostRowData } from '@/lib/queries/post-row'
import { PersonName } from '../person/person-name'
import { PostStateBadge } from '../state/post-state'
import { AppLink } from '../ui/app-link'
import { LongDate } from '../ui/long-date'
import { rich } from '../ui/rich'
import { VoteButton } from '../vote/vote-button'
import { CommentCount } from './comment-count'

/** In a list of all categories, which one it belongs to matters. */
export const PostRowOfAll = ({ post }: { post: PostIn<'row'> }) => (
  <PostRow post={post} category={post.categoryName} />
)

export function PostRow(props: {
  post: PostIn<'row'>
  category?: string
  /** When the person voted whose votes are listed. */
  votedAt?: string
  /** Instead of the vote button. */
  votes?: ReactNode
}) {
  const { post } = props
  return (
    <PostRowFrame {...props} title={post.title}>
      {post.excerpt && (
        <p dir="auto" className="post-excerpt">
          {post.excerpt}
        </p>
      )}
    </PostRowFrame>
  )
}

export function PostRowFrame(props: {
  post: Omit<PostRowData, 'cursor'> & { isPinned?: boolean }
  title: ReactNode
  category?: string
  votedAt?: string
  votes?: ReactNode
  children: ReactNode
}) {
  const { post, title, category, votedAt, votes, children } = props
  return (
    <article className="post-row">
      {votes ?? <VoteButton id={post.id} title={post.title} votes={post.votesTotal} />}
      <div>
        <h2 dir="auto">
          <AppLink href={postAddress(post)}>{title}</AppLink>
        </h2>
        {children}
        <p className="post-facts">
          {post.isPinned && <span className="pinned">{t('common.pinned')}</span>}
          <PostStateBadge state={post.state} />
          {category && <bdi>{category}</bdi>}
          <CommentCount comments={post.commentsTotal} />
          <PersonName id={post.authorId} name={post.authorName} isTeam={post.authorIsTeam} />
          {votedAt ? <VotedAt iso={votedAt} /> : <LongDate iso={post.createdAt} />}
        </p>
      </div>
    </article>
  )
}

export const VotedAt = ({ iso }: { iso: string }) => (
  <span>{rich('post.looks.voted', { date: iso, d: () => <LongDate key="voted" iso={iso} /> })}</span>
)
