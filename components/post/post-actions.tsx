'use client'

import { useRouter } from 'next/navigation'
import { lazy, Suspense, useState } from 'react'
import { deletePost, restorePost } from '@/lib/actions/posts'
import { callAction } from '@/lib/browser/call-action'
import { useViewer } from '@/lib/session/browser/store'
import type { ShownImage } from '../image/shown-image'
import { buttonClass } from '../ui/button-class'
import { toast } from '../ui/toast-store'

const EditPostDialog = lazy(() => import('./edit-post-dialog'))
const ConfirmDialog = lazy(() =>
  import('../ui/confirm-dialog').then((file) => ({ default: file.ConfirmDialog })),
)

const undoTime = 10_000

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
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const [isBusy, setBusy] = useState(false)
  if (!viewer || (viewer.id !== authorId && viewer.role !== 'admin')) return null

  async function answer(yes: boolean) {
    if (!yes) return setOpen(null)
    setBusy(true)
    const result = await callAction(() => deletePost({ id }))
    setBusy(false)
    setOpen(null)
    if (!result.ok) {
      toast({ variant: 'destructive', title: 'The post was not deleted.', description: result.message })
      return
    }
    router.push(`/${categorySlug}`)
    toast({
      title: 'The post is deleted.',
      duration: undoTime,
      action: { label: 'Undo', run: undo },
    })
  }

  async function undo() {
    const result = await callAction(() => restorePost({ id }))
    if (result.ok) router.push(result.data.address)
    else
      toast({
        variant: 'destructive',
        title: 'The post could not be brought back.',
        description: result.message,
      })
  }

  return (
    <div className="no-print mt-4 flex gap-2">
      <button type="button" onClick={() => setOpen('edit')} className={buttonClass('outline')}>
        Edit
      </button>
      <button type="button" onClick={() => setOpen('delete')} className={buttonClass('outline-destructive')}>
        Delete
      </button>
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
          <ConfirmDialog
            open
            isBusy={isBusy}
            question="Are you sure you want to delete this post?"
            onAnswer={answer}
          />
        )}
      </Suspense>
    </div>
  )
}
