'use client'

import { useRouter } from 'next/navigation'
import { lazy, Suspense, useState } from 'react'
import { deletePost, restorePost } from '@/lib/actions/posts'
import { succeed } from '@/lib/schemas/action-result'
import { useViewer } from '@/lib/session/browser/store'
import type { ShownImage } from '@/lib/image/sizes'
import type { PostAction } from './post-menu'

const PostMenu = lazy(() => import('./post-menu').then((file) => ({ default: file.PostMenu })))
const EditPostDialog = lazy(() =>
  import('./edit-post-dialog').then((file) => ({ default: file.EditPostDialog })),
)
const DeletePosts = lazy(() => import('./delete-posts').then((file) => ({ default: file.DeletePosts })))

/** Edit and Delete, for the author and for admins. */
export function PostActions(props: {
  id: number
  authorId: string | null
  categorySlug: string
  images: ShownImage[]
}) {
  const { id, authorId, categorySlug, images } = props
  const viewer = useViewer()
  const router = useRouter()
  const [open, setOpen] = useState<PostAction | null>(null)
  if (!viewer || (viewer.id !== authorId && viewer.role !== 'admin')) return null

  async function restore() {
    const result = await restorePost({ id })
    if (!result.ok) return result
    router.push(result.data.address)
    return succeed({ restored: 1 })
  }

  return (
    <div className="no-print">
      <Suspense>
        <PostMenu onChoose={setOpen} />
      </Suspense>
      <Suspense>
        {open === 'edit' && (
          <EditPostDialog
            id={id}
            images={images}
            ownsImages={viewer.id === authorId}
            onClose={() => setOpen(null)}
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
