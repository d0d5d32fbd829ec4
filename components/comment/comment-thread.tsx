import { EmptyState } from '@/components/ui/empty-state'
import { getFirstComments } from '@/lib/queries/comments'
import { CommentItem } from './comment-item'
import { LoadMoreComments } from './load-more-comments'

/** A post's comments, oldest first, each with its replies. */
export async function CommentThread({ postId, total }: { postId: number; total: number }) {
  const { comments, next } = await getFirstComments(postId)
  return (
    <section aria-labelledby="comments" className="mt-10 max-w-[72ch]">
      <h2 id="comments" className="text-base font-semibold">
        Comments <span className="tabular font-normal text-ink-soft">{total.toLocaleString('en-US')}</span>
      </h2>
      <div className="mt-4 space-y-6">
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} />
        ))}
        {comments.length === 0 && <EmptyState>Nothing here yet...</EmptyState>}
        {next && <LoadMoreComments postId={postId} next={next} />}
      </div>
    </section>
  )
}
