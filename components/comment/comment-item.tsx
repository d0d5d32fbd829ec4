import type { ListedComment } from '@/lib/queries/comments'
import { UnlessDeleted } from './changed-body'
import { CommentBody } from './comment-body'
import { LoadMoreReplies } from './load-more-replies'
import { OwnComments } from './own-comments'

export function CommentItem({ comment, postId }: { comment: ListedComment; postId: number }) {
  const shown = comment.replies.length
  return (
    <article id={`comment-${comment.id}`}>
      {comment.deletedAt ? (
        <p className="comment-gone">This comment was deleted.</p>
      ) : (
        <UnlessDeleted id={comment.id} leavesPlace={comment.repliesTotal > 0}>
          <CommentBody comment={comment} postId={postId} mergedFrom={comment.mergedFrom} />
        </UnlessDeleted>
      )}
      <div className="replies">
        {comment.replies.map((reply) => (
          <UnlessDeleted key={reply.id} id={reply.id} leavesPlace={false}>
            <article id={`comment-${reply.id}`}>
              <CommentBody comment={reply} postId={postId} parent={comment.id} />
            </article>
          </UnlessDeleted>
        ))}
        {comment.repliesTotal > shown && shown > 0 && (
          <LoadMoreReplies
            postId={postId}
            commentId={comment.id}
            next={comment.replies[shown - 1]!.cursor}
            missing={comment.repliesTotal - shown}
          />
        )}
        <OwnComments post={postId} parent={comment.id} shownIds={comment.replies.map(({ id }) => id)} />
      </div>
    </article>
  )
}
