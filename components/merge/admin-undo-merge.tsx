'use client'

import { lazy, Suspense, type ComponentProps } from 'react'
import { useViewer } from '@/lib/session/browser/store'

const UndoMerge = lazy(() => import('./undo-merge').then((file) => ({ default: file.UndoMerge })))

/** The undo of a merge in a timeline, which is for admins alone. */
export function AdminUndoMerge(props: ComponentProps<typeof UndoMerge>) {
  return (
    useViewer()?.role === 'admin' && (
      <Suspense>
        <UndoMerge {...props} />
      </Suspense>
    )
  )
}
