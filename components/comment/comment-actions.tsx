'use client'

import { t } from '@/lib/words/t'
import { Suspense, useRef, useState } from 'react'
import { useViewer } from '@/lib/session/browser/store'
import type { ShownImage } from '@/lib/image/sizes'
import { lazyPart } from '../ui/lazy-part'
import type { CommentDialogName } from './comment-dialogs'
import { CommentForm } from './comment-form'

const CommentDialog = lazyPart(() => import('./comment-dialogs'), 'CommentDialog')
const MemberActs = lazyPart(() => import('./member-acts'), 'MemberActs')

export function CommentActions(props: {
  id: number
  postId: number
  parent?: number
  authorId: string | null
  authorName: string
  images: ShownImage[]
  /** Nobody can reply to the comment yet. */
  isWaiting?: boolean
  onOpen?: (isOpen: boolean) => void
}) {
  const { id, postId, parent, authorId, authorName, images, isWaiting, onOpen } = props
  const viewer = useViewer()
  const [open, setAct] = useState<'reply' | CommentDialogName | null>(null)
  const replyButton = useRef<HTMLButtonElement>(null)

  function setOpen(act: typeof open) {
    setAct(act)
    onOpen?.(act !== null)
  }
  function closeReply() {
    setOpen(null)
    replyButton.current?.focus()
  }

  return (
    <>
      <div className="comment-actions no-print script-only">
        {!isWaiting && (
          <button
            ref={replyButton}
            type="button"
            className="reply-button"
            aria-label={t('comment.actions.replyTo', { authorName })}
            onClick={() => setOpen('reply')}
          >
            {t('common.reply')}
          </button>
        )}
        {viewer && (
          <Suspense>
            <MemberActs {...{ viewer, authorId, images }} onChoose={setOpen} />
          </Suspense>
        )}
      </div>
      {open === 'reply' && (
        <div className="reply-form">
          <CommentForm postId={postId} parent={parent ?? id} onClose={closeReply} takesFocus />
        </div>
      )}
      <Suspense>
        {open && open !== 'reply' && (
          <CommentDialog {...{ act: open, id, images, isWaiting }} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </>
  )
}
