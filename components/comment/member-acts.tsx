import { t } from '@/lib/words/t'
import { isTeam } from '@/lib/session/is-team'
import type { Viewer } from '@/lib/session/viewer'
import type { ShownImage } from '@/lib/image/sizes'
import type { CommentDialogName } from './comment-dialogs'

export function MemberActs(props: {
  viewer: Viewer
  authorId: string | null
  images: ShownImage[]
  onChoose: (act: CommentDialogName) => void
}) {
  const { viewer, authorId, images, onChoose } = props
  const isAuthor = viewer.id === authorId
  const isAdmin = viewer.role === 'admin'
  const isOfTeam = isTeam(viewer)
  const acts: [act: CommentDialogName, name: string, label: string, isOffered: boolean][] = [
    ['edit', t('common.edit'), t('comment.memberActs.edit'), isAuthor],
    ['images', t('common.images'), t('common.commentImages'), isAdmin && !isAuthor && images.length > 0],
    ['report', t('common.report'), t('common.reportComment'), !isOfTeam && !isAuthor],
    ['hide', t('common.hide'), t('comment.memberActs.hide'), isOfTeam && !isAuthor],
    ['delete', t('common.delete'), t('comment.memberActs.delete'), isAuthor || isAdmin],
  ]
  return acts.map(
    ([act, name, label, isOffered]) =>
      isOffered && (
        <button key={act} type="button" aria-label={label} onClick={() => onChoose(act)}>
          {name}
        </button>
      ),
  )
}
