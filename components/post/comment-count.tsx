import { Icon } from '@/components/ui/icon'
import { countText } from '@/lib/text/count-text'

export function CommentCount({ comments }: { comments: number }) {
  return (
    <span className="tabular inline-flex items-center gap-1">
      <Icon name="comment" className="size-3.5" />
      {countText(comments)}
      <span className="sr-only"> {comments === 1 ? 'comment' : 'comments'}</span>
    </span>
  )
}
