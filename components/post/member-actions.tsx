'use client'

import { lazy, Suspense, type ComponentProps } from 'react'
import { useViewer } from '@/lib/session/browser/store'

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
