import { ImageGrid } from '@/components/image/image-grid'
import { Avatar } from '@/components/ui/avatar'
import { Markdown } from '@/components/ui/markdown'
import { RelativeTime } from '@/components/ui/relative-time'
import type { ListedReply } from '@/lib/queries/comments'
import { ChangedBody } from './changed-body'
import { CommentActions } from './comment-actions'

/** A comment or, with `parent`, a reply to that one. */
export function CommentBody(props: { comment: ListedReply; postId: number; parent?: number }) {
  const { comment, postId, parent } = props
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
          <ChangedBody id={comment.id}>
            <Markdown nodes={comment.body} />
          </ChangedBody>
        </div>
        <ImageGrid images={comment.images} />
        <CommentActions
          id={comment.id}
          postId={postId}
          parent={parent}
          authorId={comment.authorId}
          authorName={name}
          images={comment.images}
        />
      </div>
    </div>
  )
}
