import { PersonName } from '@/components/account/person-name'
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
    <div className="comment">
      <Avatar name={name} src={comment.authorAvatar} />
      <div>
        <p className="comment-head">
          <PersonName name={name} isTeam={comment.authorIsTeam} />
          <a href={`#comment-${comment.id}`}>
            <RelativeTime iso={comment.createdAt} />
            {comment.editedAt && ' · edited'}
          </a>
        </p>
        <ChangedBody id={comment.id}>
          <Markdown nodes={comment.body} />
        </ChangedBody>
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
