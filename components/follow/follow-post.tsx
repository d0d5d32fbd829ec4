'use client'

import { t } from '@/lib/words/t'
import { type PointerEvent, Suspense, useState } from 'react'
import { useSession } from '@/lib/session/browser/store'
import { openAuthDialog } from '../auth/open-auth-dialog'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { lazyPart, partLoader } from '../ui/lazy-part'

const FollowMenu = lazyPart(() => import('./follow-menu'), 'FollowMenu')
const FollowDialog = lazyPart(() => import('./follow-dialog'), 'FollowDialog')
const loadStore = partLoader(() => import('./follow-store'))

/** Follows a post: with a choice of levels for members, by email for people without an account. */
export function FollowPost(props: { id: number; title: string; byMail: boolean; hint: string }) {
  const { id, title, byMail, hint } = props
  const { status, viewer } = useSession()
  const [pressedAs, setPressedAs] = useState<typeof status | null>(null)

  // If a member presses it before they are known, or before the menu is loaded, the menu opens once it can.
  function press() {
    if (status === 'signed-out' && !byMail) signIn()
    else setPressedAs(status)
  }
  // If the menu replaces the button during the press, there is no click, and the press would focus the button behind it.
  function startPress(event: PointerEvent) {
    if (event.button !== 0 || status === 'signed-out') return
    event.preventDefault()
    setPressedAs(status)
  }
  function signIn() {
    setPressedAs(null)
    const follow = () => void loadStore().then((file) => file.wantFollow(id, 'all'))
    void openAuthDialog('sign-in', follow, { kind: 'follow', id, title })
  }

  const button = (
    <>
      <Button onPointerDown={startPress} onClick={press}>
        <Icon name="bell" />
        {t('common.follow')}
      </Button>
      <p className="text-xs text-ink-soft">{hint}</p>
    </>
  )
  return (
    <div className="follow-post no-print script-only">
      {viewer ? (
        <Suspense fallback={button}>
          <FollowMenu key={viewer.id} id={id} startsOpen={pressedAs !== null && pressedAs !== 'signed-out'} />
        </Suspense>
      ) : (
        button
      )}
      <Suspense>
        {pressedAs === 'signed-out' && status === 'signed-out' && (
          <FollowDialog id={id} title={title} onSignIn={signIn} onClose={() => setPressedAs(null)} />
        )}
      </Suspense>
    </div>
  )
}
