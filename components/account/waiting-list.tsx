'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { Suspense, useState, useTransition } from 'react'
import { deleteComment } from '@/lib/actions/comments'
import { deletePost } from '@/lib/actions/posts'
import { callAction } from '@/lib/browser/call-action'
import type { listWaiting } from '@/lib/queries/reports'
import { AppLink } from '../ui/app-link'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { focusNear } from '../ui/focus-near'
import { lazyPart } from '../ui/lazy-part'
import { RelativeTime } from '../ui/relative-time'
import { rich } from '../ui/rich'
import { toast, toastProblem } from '../ui/toast-store'

const EditComment = lazyPart(() => import('../comment/edit-comment'), 'EditComment')
const EditPostDialog = lazyPart(() => import('../post/edit-post-dialog'), 'EditPostDialog')

type Waiting = Awaited<ReturnType<typeof listWaiting>>

export function WaitingList({ waiting }: { waiting: Waiting }) {
  const router = useRouter()
  const [deleting, setDeleting] = useState<Waiting[number] | null>(null)
  const [edited, setEdited] = useState<Waiting[number] | null>(null)
  const [isRefreshing, startRefresh] = useTransition()
  // Opened again at once, the editor waits for what it saved. It stays open if the team decides meanwhile.
  const editing = isRefreshing ? null : edited && (waiting.find(({ key }) => key === edited.key) ?? edited)

  function closeEditor() {
    setEdited(null)
    startRefresh(() => router.refresh())
  }
  async function answer(yes: boolean) {
    setDeleting(null)
    if (!yes) return
    const { key, id, isComment } = deleting!
    focusNear(document.getElementById(key))
    const result = await callAction(() => (isComment ? deleteComment({ id }) : deletePost({ id })))
    if (!result.ok) toastProblem(result.message)
    else {
      const said = isComment
        ? t('comment.dialogs.commentDeleted')
        : t('post.deletePosts.deleted', { deleted: 1 })
      toast({ title: said })
    }
    router.refresh()
  }

  return (
    <>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {waiting.map((one) => (
          <li key={one.key} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
            <div className="min-w-[min(10rem,100%)] flex-1">
              <p className="font-medium break-words">
                {one.isComment ? (
                  rich('account.settings.commentOn', {
                    title: one.title,
                    b: (text) => (
                      <AppLink key="title" href={one.address} className="underline underline-offset-2">
                        <bdi>{text}</bdi>
                      </AppLink>
                    ),
                  })
                ) : (
                  <bdi>{one.title}</bdi>
                )}
              </p>
              <p dir="auto" className="break-words text-ink-soft">
                {one.text}
              </p>
              <p className="text-xs text-ink-soft">
                <RelativeTime iso={one.createdAt} />
              </p>
            </div>
            <div className="-mx-3 flex flex-wrap">
              <Button
                aria-label={t('account.settings.editWaiting', { title: one.title })}
                onClick={() => setEdited(one)}
                look="ghost"
              >
                {t('common.edit')}
              </Button>
              <Button
                id={one.key}
                aria-label={t('account.settings.deleteWaiting', { title: one.title })}
                onClick={() => setDeleting(one)}
                look="ghost"
              >
                {t('common.delete')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={deleting !== null}
        question={
          deleting?.isComment
            ? t('comment.dialogs.areYouSureYou')
            : t('post.deletePosts.areYouSureYou', { count: 1 })
        }
        detail={t('common.thisCannotBeUndone')}
        onAnswer={answer}
      />
      <Suspense>
        {editing?.isComment && <EditComment {...editing} onClose={closeEditor} />}
        {editing && !editing.isComment && <EditPostDialog {...editing} ownsImages onClose={closeEditor} />}
      </Suspense>
    </>
  )
}
