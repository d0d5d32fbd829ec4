import { Icon } from '@/components/ui/icon'

export function CommentCount({ comments }: { comments: number }) {
  return (
    <span className="tabular inline-flex items-center gap-1">
      <Icon name="comment" className="size-3.5" />
      {comments.toLocaleString('en-US')}
      <span className="sr-only"> {comments === 1 ? 'comment' : 'comments'}</span>
    </span>
  )
}
