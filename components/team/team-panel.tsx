'use client'

import { lazy, Suspense } from 'react'
import type { PostState } from '@/lib/post/states'
import { useViewer } from '@/lib/session/browser/store'
import { isTeam } from '@/lib/session/is-team'

const ManagePost = lazy(() => import('./manage-post').then((file) => ({ default: file.ManagePost })))

/** What the team decides about a post on its own page; post.css keeps its place for them alone. */
export function TeamPanel(props: { id: number; state: PostState; categoryId: number }) {
  const isOfTeam = isTeam(useViewer())
  return (
    <div className="admin-desk no-print">
      {isOfTeam && (
        <Suspense>
          <ManagePost {...props} />
        </Suspense>
      )}
    </div>
  )
}
