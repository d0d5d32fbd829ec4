'use client'

import type { ReactNode } from 'react'
import { PersonName } from '@/components/ui/person-name'
import { AppLink } from '@/components/ui/app-link'
import { LongDate } from '@/components/ui/long-date'
import { VoteButton } from '@/components/vote/vote-button'
import { postAddress } from '@/lib/post/address'
import type { PostRowData } from '@/lib/queries/post-row'
import { CommentCount } from './comment-count'
import { PostStateBadge } from '../state/post-state-badge'

/** What a post looks like in a list, whatever its title and text are made of. */
export function PostRowFrame(props: {
  post: Omit<PostRowData, 'cursor'> & { isPinned?: boolean }
  title: ReactNode
  children: ReactNode
}) {
  const { post, title, children } = props
  return (
    <article className="post-row">
      <VoteButton id={post.id} title={post.title} votes={post.votesTotal} />
      <div>
        <h2>
          <AppLink href={postAddress(post)}>
            <bdi>{title}</bdi>
          </AppLink>
        </h2>
        {children}
        <p className="post-facts">
          {post.isPinned && <span className="pinned">Pinned</span>}
          <PostStateBadge state={post.state} />
          <CommentCount comments={post.commentsTotal} />
          <PersonName name={post.authorName} isTeam={post.authorIsTeam} />
          <LongDate iso={post.createdAt} />
        </p>
      </div>
    </article>
  )
}
