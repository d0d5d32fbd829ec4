'use client'

import { t } from '@/lib/words/t'
import { Suspense } from 'react'
import { useSession } from '@/lib/session/browser/store'
import { openAuthDialog } from '../auth/open-auth-dialog'
import { Button } from '../ui/button'
import { lazyPart } from '../ui/lazy-part'

const AccountTools = lazyPart(() => import('../account/account-tools'), 'AccountTools')

/** Sign in and Sign up, or bell and account menu. Stored pages contain both; globals.css shows the right one. */
export function AccountArea() {
  const { status, viewer } = useSession()
  const isSignedIn = status === 'signed-in'
  return (
    <>
      {!isSignedIn && (
        <div className="account-buttons signed-out-only">
          <Button onClick={() => openAuthDialog('sign-in')} className="script-only">
            {t('common.signIn')}
          </Button>
          <Button onClick={() => openAuthDialog('sign-up')} look="default" className="script-only">
            {t('common.signUp')}
          </Button>
          <noscript>
            <span className="block text-xs text-ink-soft">{t('shell.accountArea.noScript')}</span>
          </noscript>
        </div>
      )}
      {status !== 'signed-out' && (
        <div className="account-tools signed-in-only">
          {viewer ? (
            <Suspense fallback={<EmptyTools />}>
              <AccountTools viewer={viewer} />
            </Suspense>
          ) : (
            <EmptyTools />
          )}
        </div>
      )}
    </>
  )
}

const EmptyTools = () => (
  <>
    <div />
    <div>
      <span className="no-picture" />
    </div>
  </>
)
