'use client'

import { t } from '@/lib/words/t'
import { Suspense } from 'react'
import { useSession } from '@/lib/session/browser/store'
import { openAuthDialog } from '../auth/auth-dialog-store'
import { Avatar } from '../ui/avatar'
import { Button } from '../ui/button'
import { lazyPart } from '../ui/lazy-part'

const AccountMenu = lazyPart(() => import('../account/account-menu'), 'AccountMenu')

const NotificationBell = lazyPart(() => import('../notification/notification-bell'), 'NotificationBell')

/** Sign in and Sign up, or bell and account menu. Stored pages contain both; globals.css shows the right one. */
export function AccountArea() {
  const { status, viewer } = useSession()
  const isSignedIn = status === 'signed-in'
  return (
    <>
      {!isSignedIn && (
        <div className="account-buttons signed-out-only">
          <Button onClick={() => openAuthDialog('sign-in')} className="script-only !px-0">
            {t('common.signIn')}
          </Button>
          <Button onClick={() => openAuthDialog('sign-up')} look="default" className="script-only !px-0">
            {t('common.signUp')}
          </Button>
          <noscript>
            <span className="block text-xs text-ink-soft">{t('shell.accountArea.noScript')}</span>
          </noscript>
        </div>
      )}
      {status !== 'signed-out' && (
        <div className="account-tools signed-in-only">
          <div>
            {viewer && (
              <Suspense>
                <NotificationBell viewerId={viewer.id} />
              </Suspense>
            )}
          </div>
          <div>
            {viewer ? (
              <Suspense fallback={<AccountPicture name={viewer.name} src={viewer.avatar} />}>
                <AccountMenu viewer={viewer} />
              </Suspense>
            ) : (
              <span className="m-auto block size-8 rounded-full bg-sunken" />
            )}
          </div>
        </div>
      )}
    </>
  )
}

function AccountPicture({ name, src }: { name: string; src: string | null }) {
  return (
    <span className="flex size-full items-center justify-center">
      <Avatar name={name} src={src} />
    </span>
  )
}
