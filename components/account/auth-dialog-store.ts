import { useSyncExternalStore } from 'react'
import { forgetWaiting, onceSignedIn } from '@/lib/session/events'

export const authSections = ['sign-in', 'sign-up', 'forgot-password', 'reset-password'] as const
export type AuthSection = (typeof authSections)[number]

let section: AuthSection | null = null
const listeners = new Set<() => void>()

/** Opens the authentication dialog; `afterwards` carries on with what was meant, once signed in. */
export function openAuthDialog(next: AuthSection, afterwards?: () => void): void {
  if (afterwards) onceSignedIn(afterwards)
  show(next)
}

export function closeAuthDialog(): void {
  forgetWaiting()
  show(null)
}

/** Another section, or none, without forgetting what was meant. */
export function show(next: AuthSection | null): void {
  section = next
  for (const listener of listeners) listener()
}

export function useAuthSection(): AuthSection | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => section,
    () => null,
  )
}
