import type { ListedComment } from '@/lib/queries/comments'
import { CommentBody } from './comment-body'
import { LoadMoreReplies } from './load-more-replies'

export function CommentItem({ comment }: { comment: ListedComment }) {
  const shown = comment.replies.length
  return (
    <article id={`comment-${comment.id}`} className="scroll-mt-20">
      {comment.deletedAt ? (
        <p className="text-ink-soft italic">This comment was deleted.</p>
      ) : (
        <CommentBody comment={comment} />
      )}
      {comment.repliesTotal > 0 && (
        <div className="ms-3 mt-4 space-y-4 border-s-2 border-line ps-4 sm:ms-4 sm:ps-6">
          {comment.replies.map((reply) => (
            <article key={reply.id} id={`comment-${reply.id}`} className="scroll-mt-20">
              <CommentBody comment={reply} />
            </article>
          ))}
          {comment.repliesTotal > shown && shown > 0 && (
            <LoadMoreReplies
              commentId={comment.id}
              next={comment.replies[shown - 1]!.cursor}
              missing={comment.repliesTotal - shown}
            />
          )}
        </div>
      )}
    </article>
  )
}
