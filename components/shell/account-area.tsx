'use client'

import { lazy, Suspense } from 'react'
import { useSession } from '@/lib/session/browser/store'
import { openAuthDialog } from '../account/auth-dialog-store'
import { Avatar } from '../ui/avatar'
import { buttonClass } from '../ui/button-class'

const AccountMenu = lazy(() =>
  import('../account/account-menu').then((file) => ({ default: file.AccountMenu })),
)

/** Sign in and Sign up, or the account menu. Stored pages hold both places; globals.css shows the right one. */
export function AccountArea() {
  const { status, viewer } = useSession()
  const isSignedIn = status === 'signed-in'
  return (
    <>
      {!isSignedIn && (
        <div className="signed-out-only flex gap-1.5 sm:gap-2">
          <button
            type="button"
            onClick={() => openAuthDialog('sign-in')}
            className={buttonClass('outline', 'script-only whitespace-nowrap')}
          >
            Sign in
          </button>
          <button
            type="button"
            onClick={() => openAuthDialog('sign-up')}
            className={buttonClass('default', 'script-only whitespace-nowrap')}
          >
            Sign up
          </button>
          <noscript>
            <span className="text-ink-soft">Signing in needs JavaScript.</span>
          </noscript>
        </div>
      )}
      {status !== 'signed-out' && (
        <div className="signed-in-only size-9">
          {viewer ? (
            <Suspense fallback={<AccountPicture name={viewer.name} src={viewer.avatar} />}>
              <AccountMenu viewer={viewer} />
            </Suspense>
          ) : (
            <span className="block size-8 rounded-full bg-sunken" />
          )}
        </div>
      )}
    </>
  )
}

function AccountPicture({ name, src }: { name: string; src: string | null }) {
  return (
    <span className="flex size-9 items-center justify-center">
      <Avatar name={name} src={src} />
    </span>
  )
}
