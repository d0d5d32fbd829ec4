'use client'

import { type ComponentProps, Suspense } from 'react'
import { useViewer } from '@/lib/session/browser/store'
import { isTeam } from '@/lib/session/is-team'
import { lazyPart } from '../ui/lazy-part'

const PostActions = lazyPart(() => import('./post-actions'), 'PostActions')

export function MemberActions(props: ComponentProps<typeof PostActions>) {
  return (
    useViewer() && (
      <Suspense>
        <PostActions {...props} />
      </Suspense>
    )
  )
}

const UndoMerge = lazyPart(() => import('../merge/undo-merge'), 'UndoMerge')

export function TeamUndoMerge(props: ComponentProps<typeof UndoMerge>) {
  return (
    isTeam(useViewer()) && (
      <Suspense>
        <UndoMerge {...props} />
      </Suspense>
    )
  )
}
