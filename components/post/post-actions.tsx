'use client'

import { useRouter } from 'next/navigation'
import { lazy, Suspense, useState } from 'react'
import { deletePost, restorePost } from '@/lib/actions/posts'
import { succeed } from '@/lib/schemas/action-result'
import { useViewer } from '@/lib/session/browser/store'
import { isTeam } from '@/lib/session/is-team'
import type { ShownImage } from '@/lib/image/sizes'
import { PostMenu, type PostAction } from './post-menu'

const EditPostDialog = lazy(() =>
  import('./edit-post-dialog').then((file) => ({ default: file.EditPostDialog })),
)
const MergeDialog = lazy(() =>
  import('../merge/merge-dialog').then((file) => ({ default: file.MergeDialog })),
)
const SameDialog = lazy(() => import('../merge/same-dialog').then((file) => ({ default: file.SameDialog })))
const DeletePosts = lazy(() => import('./delete-posts').then((file) => ({ default: file.DeletePosts })))

/** What the author, the team and every other member may do with a post. */
export function PostActions(props: {
  id: number
  title: string
  authorId: string | null
  categorySlug: string
  images: ShownImage[]
}) {
  const { id, title, authorId, categorySlug, images } = props
  const viewer = useViewer()
  const router = useRouter()
  const [open, setOpen] = useState<PostAction | null>(null)
  if (!viewer) return null
  const isAuthor = viewer.id === authorId

  async function restore() {
    const result = await restorePost({ id })
    if (!result.ok) return result
    router.push(result.data.address)
    return succeed({ restored: 1 })
  }

  return (
    <div className="no-print">
      <PostMenu
        mayEdit={isAuthor || isTeam(viewer)}
        mayDelete={isAuthor || viewer.role === 'admin'}
        isTeam={isTeam(viewer)}
        onChoose={setOpen}
      />
      <Suspense>
        {open === 'edit' && (
          <EditPostDialog id={id} images={images} ownsImages={isAuthor} onClose={() => setOpen(null)} />
        )}
        {open === 'same' && <SameDialog id={id} title={title} onClose={() => setOpen(null)} />}
        {open === 'merge' && (
          <MergeDialog
            ids={[id]}
            title={title}
            onClose={() => setOpen(null)}
            onMerged={({ stays }) => {
              setOpen(null)
              if (stays.id === id) router.refresh()
              else router.push(stays.address)
            }}
            onUndone={() => router.refresh()}
          />
        )}
        {open === 'delete' && (
          <DeletePosts
            ids={[id]}
            remove={() => deletePost({ id })}
            restore={restore}
            onClose={(deleted) => {
              setOpen(null)
              if (deleted.length > 0) router.push(`/${categorySlug}`)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
