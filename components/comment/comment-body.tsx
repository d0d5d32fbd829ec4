import { t } from '@/lib/words/t'
import { rich } from '@/components/ui/rich'
import { PersonName } from '@/components/person/person-name'
import { ImageGrid } from '@/components/image/image-grid'
import { Avatar } from '@/components/ui/avatar'
import { Markdown } from '@/components/ui/markdown'
import { RelativeTime } from '@/components/ui/relative-time'
import { longDate } from '@/lib/text/dates'
import { ChangedBody, HiddenLine } from './comment-entry'
import { CommentActions } from './comment-actions'
import type { OwnReply } from './comment-store'

/** A comment or, with `parent`, a reply. `mergedFrom` is the title of the merged post it was written on. */
export function CommentBody(props: {
  comment: OwnReply
  postId: number
  parent?: number
  mergedFrom?: string | null
  onOpen?: (isOpen: boolean) => void
}) {
  const { comment, postId, parent, mergedFrom, onOpen } = props
  const name = comment.authorName ?? t('common.deletedUser')
  if (comment.hiddenReason) return <HiddenLine reason={comment.hiddenReason} />
  return (
    <div className="comment">
      <Avatar name={name} src={comment.authorAvatar} />
      <div>
        <p className="comment-head">
          <PersonName id={comment.authorId} name={name} isTeam={comment.authorIsTeam} />
          <a
            href={`#comment-${comment.id}`}
            title={longDate(new Date(comment.createdAt))}
            className="text-ink-soft hover:underline"
          >
            <span>
              <RelativeTime iso={comment.createdAt} />
              {comment.editedAt && ` · ${t('comment.body.edited')}`}
            </span>
          </a>
          {comment.isWaiting && <span className="comment-mark">{t('common.awaitingApproval')}</span>}
        </p>
        {mergedFrom && (
          <p className="mb-1 text-ink-soft">
            {rich('common.fromPost', { title: mergedFrom, b: (text) => <span dir="auto">{text}</span> })}
          </p>
        )}
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
          isWaiting={comment.isWaiting}
          onOpen={onOpen}
        />
      </div>
    </div>
  )
}
