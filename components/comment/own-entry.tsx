'use client'

import { t } from '@/lib/words/t'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { isTeam } from '@/lib/session/is-team'
import { useViewer } from '@/lib/session/browser/store'
import { PersonName } from '../person/person-name'
import { Avatar } from '../ui/avatar'
import { CommentBody } from './comment-body'
import { CommentEntry } from './comment-entry'
import { hold } from './comment-changes'
import type { OwnComment } from './comment-store'
import { watchPlace } from './waiting-places'

/** Milliseconds in which a closing dialog returns the focus. */
const patience = 200

/**
 * A comment of this tab. It stays while it is in use, even once the list has it, because someone may be typing in it.
 */
export function OwnEntry({ comment, children }: { comment: OwnComment; children: ReactNode }) {
  const { saved, text, post, parent } = comment
  const id = saved?.id
  const [isOpen, setOpen] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isHeld = isOpen || hasFocus
  const waitingAuthor = saved?.isWaiting ? saved.authorId : null

  useLayoutEffect(() => {
    if (id !== undefined && waitingAuthor) return watchPlace(id, post, waitingAuthor)
  }, [id, post, waitingAuthor])

  useEffect(() => {
    if (id === undefined) return
    if (isHeld) return hold(id, true)
    const timer = setTimeout(() => hold(id, false), patience)
    return () => clearTimeout(timer)
  }, [id, isHeld])
  useEffect(() => {
    if (id !== undefined) return () => hold(id, false)
  }, [id])

  if (!saved) return <PendingComment text={text} />
  return (
    <CommentEntry
      id={saved.id}
      isOwn
      body={<CommentBody comment={saved} postId={post} parent={parent ?? undefined} onOpen={setOpen} />}
      onFocus={() => setFocus(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Another window or tab that is in front doesn't take the focus from this one.
        if (document.hasFocus() && !currentTarget.contains(relatedTarget)) setFocus(false)
      }}
    >
      {children}
    </CommentEntry>
  )
}

/** As tall as the saved comment (CommentBody), so that little moves when it takes its place. */
function PendingComment({ text }: { text: string }) {
  const viewer = useViewer()
  const name = viewer?.name ?? ''
  return (
    <article aria-busy="true" className="opacity-60">
      <div className="comment">
        <Avatar name={name} src={viewer?.avatar ?? null} />
        <div>
          <p className="comment-head">
            <PersonName name={name} isTeam={isTeam(viewer)} />
            <span className="text-xs font-normal text-ink-soft">{t('comment.ownEntry.sending')}</span>
          </p>
          <p dir="auto" className="whitespace-pre-wrap">
            {text}
          </p>
          <p className="comment-actions invisible">
            <button type="button">{t('common.reply')}</button>
          </p>
        </div>
      </div>
    </article>
  )
}
