'use client'

import { postAddress } from '@/lib/post/address'
import type { PostIn } from '@/lib/queries/post-fields'
import type { PostState } from '@/lib/post/states'
import { countText } from '@/lib/words/count-text'
import { PostStateBadge, useStateNames } from '../state/post-state'
import { AppLink } from '../ui/app-link'
import { Icon } from '../ui/icon'
import { LongDate } from '../ui/long-date'
import { VoteButton } from '../vote/vote-button'
import { type List, PostPages } from './post-pages'

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
      {useStateNames()[state]}
    </span>
  )
}

export const PostTableRows = (list: List<PostIn<'tableRow'>>) => (
  <PostPages {...list} Look={PostTableRow} columns={5} />
)
