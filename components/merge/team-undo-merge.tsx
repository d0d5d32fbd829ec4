'use client'

import { lazy, Suspense, type ComponentProps } from 'react'
import { useViewer } from '@/lib/session/browser/store'
import { isTeam } from '@/lib/session/is-team'

const UndoMerge = lazy(() => import('./undo-merge').then((file) => ({ default: file.UndoMerge })))

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
