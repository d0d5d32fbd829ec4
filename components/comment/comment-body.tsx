import { Avatar } from '@/components/ui/avatar'
import { Markdown } from '@/components/ui/markdown'
import { RelativeTime } from '@/components/ui/relative-time'
import type { ListedReply } from '@/lib/queries/comments'

export function CommentBody({ comment }: { comment: ListedReply }) {
  const name = comment.authorName ?? 'Deleted user'
  return (
    <div className="flex gap-3">
      <Avatar name={name} src={comment.authorAvatar} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{name}</span>
          <a href={`#comment-${comment.id}`} className="text-xs text-ink-soft hover:underline">
            <RelativeTime iso={comment.createdAt} />
            {comment.editedAt && ' · edited'}
          </a>
        </p>
        <div className="mt-1">
          <Markdown nodes={comment.body} />
        </div>
      </div>
    </div>
  )
}
