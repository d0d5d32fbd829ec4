import { createStore, useStore } from '@/lib/browser/create-store'
import { forgetWaiting, onceSignedIn, onceSignedInAnew } from '@/lib/session/browser/events'
import { claimIntent, handOver, type Intent } from '@/lib/session/browser/intent'
import { writeWayBack } from '@/lib/session/way-back'

export const authSections = ['sign-in', 'sign-up', 'forgot-password', 'reset-password'] as const
export type AuthSection = (typeof authSections)[number]

type State = { section: AuthSection | null; intent: Intent | null }

const store = createStore<State>({ section: null, intent: null })
let isHandedOver = false

/** Opens the authentication dialog; `afterwards` carries on with what was meant, once signed in. */
export function openAuthDialog(
  section: AuthSection,
  afterwards?: () => void,
  intent: Intent | null = null,
): void {
  if (afterwards) onceSignedIn(unlessDone(afterwards, intent))
  open(section, intent)
}

/** Asks for a new session, without which the server refused something; `afterwards` is tried again then. */
export function askToSignInAnew(afterwards: () => void, intent: Intent | null = null): void {
  onceSignedInAnew(unlessDone(afterwards, intent))
  open('sign-in', intent)
}

function open(section: AuthSection, intent: Intent | null): void {
  isHandedOver = false
  store.write({ section, intent })
}

/** What has been handed over is done by the first tab that comes back: perhaps not by this one. */
const unlessDone = (run: () => void, intent: Intent | null) => () => {
  const isDone = isHandedOver && !claimIntent()
  // Saying so twice changes nothing about a vote, and shows here how it stands.
  if (!isDone || intent?.kind === 'vote') run()
}

/** The way back to this page, or to `next` where the dialog stands for another, and to what is meant. */
export function wayBack(next: string): string {
  const { intent } = store.read()
  return writeWayBack(next || window.location.href, intent?.kind === 'vote' ? intent.id : undefined)
}

/** From here on the person may come back in another tab of this browser. */
export function leaveForConfirmation(next: string): void {
  const { intent } = store.read()
  if (!intent) return
  isHandedOver = true
  handOver(intent, writeWayBack(next || window.location.href))
}

export function closeAuthDialog(): void {
  forgetWaiting()
  store.write({ section: null, intent: null })
}

/** Another section, or none, without forgetting what was meant. */
export const show = (section: AuthSection | null): void => store.write({ ...store.read(), section })

export const useAuthDialog = (): State => useStore(store, (state) => state)
