import { AppLink } from '@/components/ui/app-link'
import { VoteButton } from '@/components/vote/vote-button'
import { postAddress } from '@/lib/post/address'
import type { ListedPost } from '@/lib/queries/posts'
import { CommentCount } from './comment-count'

/** A post in a roadmap column: the whole card leads to it. */
export function PostCard({ post }: { post: ListedPost }) {
  return (
    <article className="relative flex gap-2.5 rounded-lg border border-line bg-surface p-2.5 hover:transition-colors hover:border-line-strong">
      <VoteButton id={post.id} title={post.title} votes={post.votesTotal} />
      <div className="flex min-w-0 flex-1 flex-col justify-between gap-1.5">
        <h3 className="line-clamp-3 leading-snug font-medium">
          <AppLink href={postAddress(post)} className="after:absolute after:inset-0 after:rounded-lg">
            <span dir="auto">{post.title}</span>
          </AppLink>
        </h3>
        <p className="text-xs text-ink-soft">
          <CommentCount comments={post.commentsTotal} />
        </p>
      </div>
    </article>
  )
}
