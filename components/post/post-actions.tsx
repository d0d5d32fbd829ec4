'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { Suspense, useState } from 'react'
import { lockPosts, pinPosts } from '@/lib/actions/moderation'
import { deletePost, restorePost } from '@/lib/actions/posts'
import { callAction } from '@/lib/browser/call-action'
import { succeed } from '@/lib/schemas/action-result'
import { useViewer } from '@/lib/session/browser/store'
import { isTeam } from '@/lib/session/is-team'
import type { ShownImage } from '@/lib/image/sizes'
import { offerUndo, toastProblem } from '../ui/toast-store'
import { ActionMenu } from '../ui/action-menu'
import { lazyPart } from '../ui/lazy-part'

const EditPostDialog = lazyPart(() => import('./edit-post-dialog'), 'EditPostDialog')
const MergeDialog = lazyPart(() => import('../merge/merge-dialog'), 'MergeDialog')
const ReportDuplicateDialog = lazyPart(
  () => import('../merge/report-duplicate-dialog'),
  'ReportDuplicateDialog',
)
const HideDialog = lazyPart(() => import('../moderation/hide-dialog'), 'HideDialog')
const ReportDialog = lazyPart(() => import('../moderation/report-dialog'), 'ReportDialog')
const BlockDialog = lazyPart(() => import('../moderation/block-dialog'), 'BlockDialog')
const DeletePosts = lazyPart(() => import('./delete-posts'), 'DeletePosts')

export function PostActions(props: {
  id: number
  title: string
  author: { id: string; name: string; isTeam: boolean } | null
  isLocked: boolean
  isPinned: boolean
  categorySlug: string
  images: ShownImage[]
}) {
  const { id, title, author, isLocked, isPinned, categorySlug, images } = props
  const viewer = useViewer()
  const router = useRouter()
  const [open, setOpen] = useState<PostAction | null>(null)
  if (!viewer) return null
  const isAuthor = viewer.id === author?.id
  const isOfTeam = isTeam(viewer)
  const mayEdit = isAuthor || isOfTeam
  const all: [PostAction, string, boolean][] = [
    ['edit', t('common.edit'), mayEdit],
    ['merge', t('common.merge'), isOfTeam],
    ['lock', isLocked ? t('post.actions.unlockComments') : t('post.actions.lockComments'), isOfTeam],
    ['pin', isPinned ? t('common.unpin') : t('common.pin'), isOfTeam],
    ['hide', t('common.hide'), isOfTeam],
    ['block', t('common.blockAuthor'), isOfTeam && author !== null && !isAuthor && !author.isTeam],
    ['same', t('post.actions.markAsDuplicate'), !isOfTeam],
    ['report', t('common.report'), !mayEdit],
    ['delete', t('common.delete'), isAuthor || viewer.role === 'admin'],
  ]
  const items = all.flatMap(([action, name, isOffered]): [PostAction, string][] =>
    isOffered ? [[action, name]] : [],
  )

  async function restore() {
    const result = await restorePost({ id })
    if (!result.ok) return result
    router.push(result.data.address)
    return succeed({ restored: 1 })
  }

  async function toggle(set: typeof lockPosts | typeof pinPosts, isSet: boolean, title: string) {
    const change = (wanted: boolean) => callAction<unknown>(() => set({ ids: [id], wanted }))
    const result = await change(!isSet)
    if (!result.ok) return toastProblem(result.message)
    offerUndo(title, () => void change(isSet).then(() => router.refresh()))
    router.refresh()
  }
  function choose(action: PostAction) {
    if (action === 'lock')
      void toggle(
        lockPosts,
        isLocked,
        isLocked ? t('post.actions.commentsUnlocked') : t('post.actions.commentsLocked'),
      )
    else if (action === 'pin')
      void toggle(
        pinPosts,
        isPinned,
        isPinned ? t('post.actions.unpinned') : t('post.actions.pinnedToTheTop'),
      )
    else setOpen(action)
  }

  return (
    <div className="no-print -me-2.5 pointer-coarse:-me-3.5">
      <ActionMenu label={t('common.actions')} items={items} onChoose={choose} />
      <Suspense>
        {open === 'edit' && (
          <EditPostDialog id={id} images={images} ownsImages={isAuthor} onClose={() => setOpen(null)} />
        )}
        {open === 'report' && <ReportDialog post={id} onClose={() => setOpen(null)} />}
        {open === 'same' && <ReportDuplicateDialog id={id} title={title} onClose={() => setOpen(null)} />}
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
        {open === 'hide' && (
          <HideDialog
            kind="post"
            ids={[id]}
            onClose={() => setOpen(null)}
            onHidden={() => {
              setOpen(null)
              router.push(`/${categorySlug}`)
            }}
            onShown={() => router.refresh()}
          />
        )}
        {open === 'block' && author && (
          <BlockDialog
            people={[author]}
            onClose={() => setOpen(null)}
            onBlocked={() => router.refresh()}
            onUnblocked={() => router.refresh()}
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

type PostAction = 'edit' | 'same' | 'merge' | 'report' | 'lock' | 'pin' | 'hide' | 'block' | 'delete'
