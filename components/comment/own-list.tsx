import { useViewer } from '@/lib/session/browser/store'
import { isHeld, useComments } from './comment-store'
import { OwnEntry } from './own-entry'

/** Comments of this tab and those awaiting approval, which the list doesn't have yet, or has while they are in use. */
export function OwnList(props: { post: number; parent: number | null; shownIds: number[] }) {
  const { post, parent, shownIds } = props
  const comments = useComments((state) => state)
  const viewerId = useViewer()?.id
  return comments.own
    .filter((one) => one.post === post && one.parent === parent)
    .filter(({ saved }) => !saved?.isWaiting || saved.authorId === viewerId)
    .filter(({ saved }) => !saved || isHeld(comments, saved.id) || !shownIds.includes(saved.id))
    .map((one) => (
      <OwnEntry key={one.key} comment={one}>
        {!parent && one.saved && (
          <div className="replies">
            <OwnList post={post} parent={one.saved.id} shownIds={[]} />
          </div>
        )}
      </OwnEntry>
    ))
}
