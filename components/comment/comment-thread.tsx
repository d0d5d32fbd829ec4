import { t } from '@/lib/words/t'
import { countText } from '@/lib/words/count-text'
import { getFirstComments } from '@/lib/queries/comments'
import { CommentItem } from './comment-item'
import { MoreComments } from './more-comments'
import { CommentForm } from './comment-form'

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
      <h2 id="comments">
        {t('common.comments')} {total > 0 && <span className="tabular">{countText(total)}</span>}
      </h2>
      <div className="comment-list mt-4">
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} postId={postId} />
        ))}
        {comments.length === 0 && <p className="text-ink-soft">{t('common.nothingHereYet')}</p>}
        <MoreComments postId={postId} next={next} firstIds={comments.map(({ id }) => id)} />
      </div>
      <NewComment postId={postId} mergedIds={mergedIds} isLocked={isLocked} />
    </section>
  )
}

/** The comment form; in a locked thread, only for the team. */
function NewComment(props: { postId: number; mergedIds: number[]; isLocked: boolean }) {
  const { postId, mergedIds, isLocked } = props
  return (
    <div id="new-comment" className="no-print">
      {isLocked && <p className="locked-note mb-4">{t('comment.thread.commentsAreLocked')}</p>}
      <div className={isLocked ? 'script-only team-only' : 'script-only'}>
        <CommentForm postId={postId} mergedIds={mergedIds} />
      </div>
      <noscript>
        <p className="text-ink-soft">{t('comment.thread.turnOnJavascriptTo')}</p>
      </noscript>
    </div>
  )
}
