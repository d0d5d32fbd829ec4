import { Icon } from '../ui/icon'
import { rich, unseen } from '../ui/rich'

export function CommentCount({ comments }: { comments: number }) {
  if (comments === 0) return null
  return (
    <span className="comment-count">
      <Icon name="comment" />
      {rich('post.looks.comments', { comments, s: unseen })}
    </span>
  )
}
