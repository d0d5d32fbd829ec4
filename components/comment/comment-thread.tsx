import { countText } from '@/lib/text/count-text'
import { getFirstComments } from '@/lib/queries/comments'
import { CommentItem } from './comment-item'
import { MoreComments } from './more-comments'
import { NewComment } from './new-comment'

/** A post's comments, oldest first, each with its replies. */
export async function CommentThread(props: {
  postId: number
  total: number
  mergedIds: number[]
  isLocked: boolean
}) {
  const { postId, total, mergedIds, isLocked } = props
  const { comments, next } = await getFirstComments(postId)
  return (
    <section aria-labelledby="comments" className="comments post-column" data-locked={isLocked || undefined}>
      <h2 id="comments" className="text-base font-semibold">
        Comments {total > 0 && <span className="tabular font-normal text-ink-soft">{countText(total)}</span>}
      </h2>
      <div className="mt-4 space-y-6">
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} postId={postId} />
        ))}
        {comments.length === 0 && <p className="text-ink-soft">Nothing here yet...</p>}
        <MoreComments postId={postId} next={next} firstIds={comments.map(({ id }) => id)} />
      </div>
      <NewComment postId={postId} mergedIds={mergedIds} isLocked={isLocked} />
    </section>
  )
}
