'use client'

import { t } from '@/lib/words/t'
import { rich, unseen } from '../ui/rich'
import type { ReactNode } from 'react'
import { postAddress } from '@/lib/post/address'
import type { PostIn } from '@/lib/queries/post-fields'
import type { PostState } from '@/lib/post/states'
import { countText } from '@/lib/words/count-text'
import type { PostRowData } from '@/lib/queries/post-row'
import { AppLink } from '../ui/app-link'
import { LongDate } from '../ui/long-date'
import { VoteButton } from '../vote/vote-button'
import { Icon } from '../ui/icon'
import { PostStateBadge, useStateNames } from '../state/post-state'
import { PersonName } from '../person/person-name'

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

export function PostTableRow({ post }: { post: PostIn<'tableRow'> }) {
  const { id, title, state, votesTotal, commentsTotal } = post
  return (
    <tr>
      <th scope="row">
        <AppLink href={postAddress(post)}>
          <StateMark state={state} />
          <bdi>{title}</bdi>
        </AppLink>
      </th>
      <td>
        <PostStateBadge state={state} />
      </td>
      <td>
        <VoteButton id={id} title={title} votes={votesTotal} size="sm" />
      </td>
      <td>{commentsTotal > 0 && countText(commentsTotal)}</td>
      <td>
        <LongDate iso={post.createdAt} />
      </td>
    </tr>
  )
}

/** The state, if there is no room for its column. */
function StateMark({ state }: { state: PostState }) {
  return (
    <span className={`state-mark is-${state}`}>
      <Icon name={state} />
      <span className="sr-only">{useStateNames()[state]}: </span>
    </span>
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

function CommentCount({ comments }: { comments: number }) {
  if (comments === 0) return null
  return (
    <span className="comment-count">
      <Icon name="comment" />
      {rich('post.looks.comments', { comments, s: unseen })}
    </span>
  )
}
