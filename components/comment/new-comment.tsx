import { MovedDrafts } from '../merge/moved-drafts'
import { CommentForm } from './comment-form'

/**
 * The place to write a comment.
 * @param props.mergedIds posts that go on as this one
 */
export function NewComment({ postId, mergedIds }: { postId: number; mergedIds: number[] }) {
  return (
    <div id="new-comment" className="no-print mt-8 scroll-mt-20">
      <div className="script-only">
        {mergedIds.length > 0 && <MovedDrafts from={mergedIds} to={postId} />}
        <CommentForm postId={postId} />
      </div>
      <noscript>
        <p className="text-ink-soft">Writing a comment needs JavaScript.</p>
      </noscript>
    </div>
  )
}
