import type { ReactNode } from 'react'
import { PersonName } from '@/components/account/person-name'
import { AppLink } from '@/components/ui/app-link'
import { LongDate } from '@/components/ui/long-date'
import { VoteButton } from '@/components/vote/vote-button'
import { postAddress } from '@/lib/post/address'
import type { PostRowData } from '@/lib/queries/post-row'
import { CommentCount } from './comment-count'
import { PostStateBadge } from './post-state-badge'

/** What a post looks like in a list, whatever its title and text are made of: the whole row leads to it. */
export function PostRowFrame(props: { post: PostRowData; title: ReactNode; children: ReactNode }) {
  const { post, title, children } = props
  return (
    <article className="relative flex gap-3 px-3 py-3 hover:bg-sunken sm:gap-4 sm:px-4">
      <VoteButton id={post.id} title={post.title} votes={post.votesTotal} />
      <div className="min-w-0 flex-1">
        <h2 className="text-base font-semibold">
          <AppLink href={postAddress(post)} className="after:absolute after:inset-0">
            <span dir="auto">{title}</span>
          </AppLink>
        </h2>
        {children}
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-soft">
          <PostStateBadge state={post.state} />
          <CommentCount comments={post.commentsTotal} />
          <PersonName name={post.authorName} isTeam={post.authorIsTeam} />
          <LongDate iso={post.createdAt} />
        </p>
      </div>
    </article>
  )
}
