import { CommentForm } from './comment-form'

/** The place to write a comment. */
export function NewComment({ postId }: { postId: number }) {
  return (
    <div id="new-comment" className="no-print mt-8 scroll-mt-20">
      <div className="script-only">
        <CommentForm postId={postId} />
      </div>
      <noscript>
        <p className="text-ink-soft">Writing a comment needs JavaScript.</p>
      </noscript>
    </div>
  )
}
