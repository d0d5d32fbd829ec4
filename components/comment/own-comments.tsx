'use client'

import { lazy, Suspense, useEffect } from 'react'
import { useViewer } from '@/lib/session/browser/store'
import { isHeld, useComments } from './comment-store'
import { loadPart } from '../ui/lazy-part'

const loadEntry = () => loadPart(() => import('./own-entry')).then((file) => ({ default: file.OwnEntry }))
const OwnEntry = lazy(loadEntry)

/** Comments of this tab and those awaiting approval, which the list doesn't have yet, or has while they are in use. */
export function OwnComments(props: { post: number; parent: number | null; shownIds: number[] }) {
  const { post, parent, shownIds } = props
  const comments = useComments()
  const { isWriting } = comments
  const viewerId = useViewer()?.id

  useEffect(() => {
    if (isWriting) void loadEntry().catch(() => {})
  }, [isWriting])

  return (
    <Suspense>
      {comments.own
        .filter((one) => one.post === post && one.parent === parent)
        .filter(({ saved }) => !saved?.isWaiting || saved.authorId === viewerId)
        .filter(({ saved }) => !saved || isHeld(comments, saved.id) || !shownIds.includes(saved.id))
        .map((one) => (
          <OwnEntry key={one.key} comment={one}>
            {!parent && one.saved && (
              <div className="replies">
                <OwnComments post={post} parent={one.saved.id} shownIds={[]} />
              </div>
            )}
          </OwnEntry>
        ))}
    </Suspense>
  )
}
