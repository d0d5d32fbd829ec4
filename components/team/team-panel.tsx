'use client'

import { Suspense } from 'react'
import type { PostState } from '@/lib/post/states'
import { useViewer } from '@/lib/session/browser/store'
import { isTeam } from '@/lib/session/is-team'
import { lazyPart } from '../ui/lazy-part'

const ManagePost = lazyPart(() => import('./manage-post'), 'ManagePost')

/** The team's panel on a post's page; team-tools.css reserves its place only for the team. */
export function TeamPanel(props: { id: number; state: PostState; categoryId: number }) {
  const isOfTeam = isTeam(useViewer())
  const loading = <div aria-busy="true" className="tools-loading" />
  return (
    <div className="admin-desk no-print">
      {isOfTeam ? (
        <Suspense fallback={loading}>
          <ManagePost {...props} />
        </Suspense>
      ) : (
        loading
      )}
    </div>
  )
}
