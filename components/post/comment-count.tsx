import { Icon } from '@/components/ui/icon'
import { countText } from '@/lib/text/count-text'

/** Nothing for none: that nobody has said anything is no news. */
export function CommentCount({ comments }: { comments: number }) {
  if (comments === 0) return null
  return (
    <span className="comment-count">
      <Icon name="comment" />
      {countText(comments)}
      <span className="sr-only"> {comments === 1 ? 'comment' : 'comments'}</span>
    </span>
  )
}
