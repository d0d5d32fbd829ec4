import { MovedDrafts } from '../merge/moved-drafts'
import { CommentForm } from './comment-form'

/**
 * The place to write a comment.
 * @param props.mergedIds posts that go on as this one
 * @param props.isLocked whether that place is the team's alone
 */
export function NewComment(props: { postId: number; mergedIds: number[]; isLocked: boolean }) {
  const { postId, mergedIds, isLocked } = props
  return (
    <div id="new-comment" className="no-print mt-8 scroll-mt-20">
      {isLocked && (
        <p className="mb-4 rounded-md border border-line bg-sunken px-3 py-2">This thread is locked.</p>
      )}
      <div className={isLocked ? 'script-only team-only' : 'script-only'}>
        {mergedIds.length > 0 && <MovedDrafts from={mergedIds} to={postId} />}
        <CommentForm postId={postId} />
      </div>
      <noscript>
        <p className="text-ink-soft">Writing a comment needs JavaScript.</p>
      </noscript>
    </div>
  )
}
