'use client'

import { useSearchParams } from 'next/navigation'
import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../ui/lazy-part'
import { useWantsAuthDialog } from './open-auth-dialog'

const AuthDialogOfPage = lazyPart(() => import('./auth-dialog-of-page'), 'AuthDialogOfPage')

/** The sign-in dialog, once something or an address with ?auth= has asked for it. */
export function AuthDialogHost(props: ComponentProps<typeof AuthDialogOfPage>) {
  const isAsked = useSearchParams().has('auth')
  const isWanted = useWantsAuthDialog()
  return (
    (isAsked || isWanted) && (
      <Suspense>
        <AuthDialogOfPage {...props} />
      </Suspense>
    )
  )
}
