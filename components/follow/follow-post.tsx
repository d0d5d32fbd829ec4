'use client'

import { lazy, Suspense, useState } from 'react'
import { readSession, useViewer } from '@/lib/session/browser/store'
import { openAuthDialog } from '../account/auth-dialog-store'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'

const FollowMenu = lazy(() => import('./follow-menu').then((file) => ({ default: file.FollowMenu })))
const FollowDialog = lazy(() => import('./follow-dialog').then((file) => ({ default: file.FollowDialog })))

/** Follows a post: with a choice of levels for members, by e-mail alone for whoever has no account. */
export function FollowPost({ id, title, byMail }: { id: number; title: string; byMail: boolean }) {
  const viewer = useViewer()
  const [isAsking, setAsking] = useState(false)

  function ask() {
    if (byMail && readSession().status === 'signed-out') setAsking(true)
    else signIn()
  }
  function signIn() {
    setAsking(false)
    const follow = () => void import('./follow-menu').then((file) => file.follow(id))
    openAuthDialog('sign-in', follow, { kind: 'follow', id, title })
  }

  const button = (
    <button type="button" onClick={ask} className={buttonClass('outline', 'w-full')}>
      <Icon name="bell" />
      Follow
    </button>
  )
  return (
    <div className="follow-post no-print script-only">
      {viewer ? (
        <Suspense fallback={button}>
          <FollowMenu key={viewer.id} id={id} />
        </Suspense>
      ) : (
        button
      )}
      <Suspense>
        {isAsking && !viewer && (
          <FollowDialog id={id} title={title} onSignIn={signIn} onClose={() => setAsking(false)} />
        )}
      </Suspense>
    </div>
  )
}
