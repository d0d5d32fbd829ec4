'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'
import type { Provider } from '@/lib/session/providers'
import { useViewer } from '@/lib/session/browser/store'
import { safePath } from '@/lib/session/return-path'
import { AuthDialog } from './auth-dialog'
import {
  type AuthSection,
  authSections,
  closeAuthDialog,
  endAuthDialog,
  show,
  useAuthDialog,
} from './auth-dialog-store'

/** Opens the dialog for ?auth=sign-in (and the other sections); ?next= is where it leads afterwards. */
export function AuthDialogOfPage({ providers }: { providers: readonly Provider[] }) {
  const router = useRouter()
  const query = useSearchParams()
  const asked = query.get('auth')
  const next = query.get('next')
  const { section, intent } = useAuthDialog()
  const viewer = useViewer()

  useEffect(() => {
    if (authSections.includes(asked as AuthSection)) show(asked as AuthSection)
  }, [asked])

  function leave(target: string | null) {
    if (target) {
      router.push(target)
      return
    }
    if (!asked) return
    const address = new URL(window.location.href)
    address.searchParams.delete('auth')
    address.searchParams.delete('next')
    window.history.replaceState(null, '', address.pathname + address.search + address.hash)
  }

  function finish() {
    endAuthDialog()
    leave(next ? safePath(next) : null)
  }

  // Signed in by any method, also in another tab.
  const isOver = viewer !== null && section !== null && section !== 'reset-password'
  const finishAtLast = useEffectEvent(finish)
  useEffect(() => {
    if (isOver) finishAtLast()
  }, [isOver])

  if (!section) return null
  return (
    <AuthDialog
      section={section}
      intent={intent}
      next={safePath(next, '')}
      providers={providers}
      onClose={() => {
        closeAuthDialog()
        leave(null)
      }}
      onSignedIn={finish}
    />
  )
}
