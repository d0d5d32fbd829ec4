import { t } from '@/lib/words/t'
import type { ListedComment } from '@/lib/queries/comments'
import { CommentBody } from './comment-body'
import { CommentEntry } from './comment-entry'
import { LoadMoreReplies } from './load-more-replies'
import { OwnComments } from './own-comments'

export function CommentItem({ comment, postId }: { comment: ListedComment; postId: number }) {
  const shown = comment.replies.length
  return (
    <CommentEntry
      id={comment.id}
      leavesPlace={comment.repliesTotal > 0}
      body={
        comment.deletedAt ? (
          <p className="comment-gone">{t('common.commentGone')}</p>
        ) : (
          <CommentBody comment={comment} postId={postId} mergedFrom={comment.mergedFrom} />
        )
      }
    >
      <div className="replies">
        {comment.replies.map((reply) => (
          <CommentEntry
            key={reply.id}
            id={reply.id}
            body={<CommentBody comment={reply} postId={postId} parent={comment.id} />}
          />
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
    </CommentEntry>
  )
}
