import { createStore, useStore } from '@/lib/browser/create-store'
import { forgetWaiting, onceSignedIn, onceSignedInAnew } from '@/lib/session/browser/events'

export const authSections = ['sign-in', 'sign-up', 'forgot-password', 'reset-password'] as const
export type AuthSection = (typeof authSections)[number]

const store = createStore<AuthSection | null>(null)

/** Opens the authentication dialog; `afterwards` carries on with what was meant, once signed in. */
export function openAuthDialog(next: AuthSection, afterwards?: () => void): void {
  if (afterwards) onceSignedIn(afterwards)
  show(next)
}

/** Asks for a new session, without which the server refused something; `afterwards` is tried again then. */
export function askToSignInAnew(afterwards: () => void): void {
  onceSignedInAnew(afterwards)
  show('sign-in')
}

export function closeAuthDialog(): void {
  forgetWaiting()
  show(null)
}

/** Another section, or none, without forgetting what was meant. */
export const show = (next: AuthSection | null): void => store.write(next)

export const useAuthSection = (): AuthSection | null => useStore(store, (section) => section)
