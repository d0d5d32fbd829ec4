'use client'

import { type ComponentProps, lazy, Suspense } from 'react'
import { useViewer } from '@/lib/session/browser/store'
import { isTeam } from '@/lib/session/is-team'

const PostActions = lazy(() => import('./post-actions').then((file) => ({ default: file.PostActions })))

/** A post's actions, which a visitor has none of and loads nothing for. */
export function MemberActions(props: ComponentProps<typeof PostActions>) {
  return (
    useViewer() && (
      <Suspense>
        <PostActions {...props} />
      </Suspense>
    )
  )
}

const UndoMerge = lazy(() => import('../merge/undo-merge').then((file) => ({ default: file.UndoMerge })))

/** The undo of a merge in a timeline, which is for the team alone. */
export function TeamUndoMerge(props: ComponentProps<typeof UndoMerge>) {
  return (
    isTeam(useViewer()) && (
      <Suspense>
        <UndoMerge {...props} />
      </Suspense>
    )
  )
}
