'use client'

import { lazy, Suspense } from 'react'
import type { PostState } from '@/lib/post/states'
import { useViewer } from '@/lib/session/browser/store'

const PostTriage = lazy(() =>
  import('../dashboard/post-triage').then((file) => ({ default: file.PostTriage })),
)

/** What admins decide about a post on its own page; post.css keeps its place for them alone. */
export function AdminDesk(props: { id: number; state: PostState; categoryId: number }) {
  const isAdmin = useViewer()?.role === 'admin'
  return (
    <div className="admin-desk no-print">
      {isAdmin && (
        <Suspense>
          <PostTriage {...props} />
        </Suspense>
      )}
    </div>
  )
}
