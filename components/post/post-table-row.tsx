'use client'

import { AppLink } from '@/components/ui/app-link'
import { Icon } from '@/components/ui/icon'
import { LongDate } from '@/components/ui/long-date'
import { VoteButton } from '@/components/vote/vote-button'
import { postAddress } from '@/lib/post/address'
import type { PostState } from '@/lib/post/states'
import type { PostIn } from '@/lib/queries/post-looks'
import { countText } from '@/lib/text/count-text'
import { PostStateBadge } from '../state/post-state-badge'
import { useStateNames } from '../state/state-names'

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

/** The state where there is no room for its column. */
function StateMark({ state }: { state: PostState }) {
  return (
    <span className={`state-mark is-${state}`}>
      <Icon name={state} />
      <span className="sr-only">{useStateNames()[state]}: </span>
    </span>
  )
}
