'use client'

import { t } from '@/lib/words/t'
import { Suspense, useState } from 'react'
import { useSession } from '@/lib/session/browser/store'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { lazyPart } from '../ui/lazy-part'

const FollowMenu = lazyPart(() => import('./follow-menu'), 'FollowMenu')
const FollowAsVisitor = lazyPart(() => import('./follow-as-visitor'), 'FollowAsVisitor')

/** Follows a post: with a choice of levels for members, by email for people without an account. */
export function FollowPost({ id, title, byMail }: { id: number; title: string; byMail: boolean }) {
  const { status, viewer } = useSession()
  const [pressedAs, setPressedAs] = useState<typeof status | null>(null)

  // If a member presses it before they are known, or before the menu is loaded, the menu opens once it can.
  const button = (
    <Button onClick={() => setPressedAs(status)}>
      <Icon name="bell" />
      {t('common.follow')}
    </Button>
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
          <FollowAsVisitor {...{ id, title, byMail }} onClose={() => setPressedAs(null)} />
        )}
      </Suspense>
    </div>
  )
}
