'use client'

import { Suspense } from 'react'
import type { PostState } from '@/lib/post/states'
import { useViewer } from '@/lib/session/browser/store'
import { isTeam } from '@/lib/session/is-team'
import { lazyPart } from '../ui/lazy-part'

const ManagePost = lazyPart(() => import('./manage-post'), 'ManagePost')

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
