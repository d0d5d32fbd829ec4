import { createStore, useStore } from '@/lib/browser/create-store'
import { forgetWaiting, onceSignedIn, onceSignedInAnew } from '@/lib/session/browser/events'
import { claimIntent, type Departure, handOver, type Intent, ownerOf } from '@/lib/session/browser/intent'
import { readSession, watchSessionState } from '@/lib/session/browser/store'
import { writeReturnPath } from '@/lib/session/return-path'
import { onceOutcomeIsKnown, type Outcome } from './intent-outcome'

export const authSections = ['sign-in', 'sign-up', 'forgot-password', 'reset-password'] as const
export type AuthSection = (typeof authSections)[number]

type State = { section: AuthSection | null; intent: Intent | null }

const store = createStore<State>({ section: null, intent: null })
/** Whose session what was meant may go on with: that of this dialog, or of whoever left from here. */
let isSignedInHere = false
let leftAs: string | null = null
/** What follows here when another tab has done what was meant, and the end of waiting for that. */
let afterElsewhere: ((outcome: Outcome) => void) | undefined
let stopHearing = () => {}

/** Opens the dialog; `afterwards` runs once signed in, `elsewhere` when another tab has done what was meant. */
export function openAuthDialog(
  section: AuthSection,
  afterwards?: () => void,
  intent: Intent | null = null,
  elsewhere?: (outcome: Outcome) => void,
): void {
  open(section, intent, elsewhere)
  if (afterwards) onceSignedIn(whereMeant(afterwards, intent, isWhoeverIsThere()))
}

/** Pressed before this tab knew who is there: whoever is, did it, but nobody who signs in after a look found nobody. */
function isWhoeverIsThere(): () => boolean {
  let isTheirs = readSession().status === 'unknown'
  if (isTheirs) {
    const stop = watchSessionState(() => {
      const { status } = readSession()
      isTheirs = status === 'signed-in'
      if (status !== 'unknown') stop()
    })
  }
  return () => isTheirs
}

/** Asks for a new session, without which the server refused something; `afterwards` is tried again then. */
export function askToSignInAnew(
  afterwards: () => void,
  intent: Intent | null = null,
  elsewhere?: (outcome: Outcome) => void,
): void {
  const id = readSession().viewer?.id
  open('sign-in', intent, elsewhere)
  onceSignedInAnew(whereMeant(afterwards, intent, () => readSession().viewer?.id === id))
}

function open(section: AuthSection, intent: Intent | null, elsewhere?: (outcome: Outcome) => void): void {
  isSignedInHere = false
  afterElsewhere = elsewhere
  leftAs = null
  store.write({ section, intent })
}

/** Runs only for the person who meant it. What was handed over may already be done in another tab. */
const whereMeant = (run: () => void, intent: Intent | null, isTheirs: () => boolean) => async () => {
  if (isSignedInHere || (!leftAs && isTheirs())) return run()
  if (!leftAs || !(await isSignedInAs(leftAs))) return
  // Saying so twice changes nothing about a vote or about following, and shows here how it stands.
  if (claimIntent() || intent?.kind === 'vote' || intent?.kind === 'follow') run()
}

/** Whether the account that is signed in is the one that the owner of an intent left for. */
export async function isSignedInAs(owner: string): Promise<boolean> {
  const email = readSession().user?.email
  return Boolean(email) && owner === (await ownerOf({ email: email! }))
}

export function signInHere(): void {
  isSignedInHere = true
  claimIntent()
}

/** The way back to this page, or to `next` where the dialog stands for another, and to what is meant. */
export function returnPath(next: string): string {
  const { intent } = store.read()
  return writeReturnPath(next || window.location.href, intent?.kind === 'vote' ? intent.id : undefined)
}

/** From here on the person may come back in another tab of this browser. Nothing that was meant before waits any more. */
export async function leaveForConfirmation(next: string, departure: Departure): Promise<void> {
  const { intent } = store.read()
  claimIntent()
  leftAs = await ownerOf(departure)
  if (!intent || !leftAs) return
  handOver(intent, writeReturnPath(next || window.location.href), leftAs)
  stopHearing()
  if ('key' in intent && afterElsewhere) stopHearing = onceOutcomeIsKnown(intent.key, afterElsewhere)
}

export function closeAuthDialog(): void {
  forgetWaiting()
  store.write({ section: null, intent: null })
}

/** Another section, without forgetting what was meant. */
export const show = (section: AuthSection): void => store.write({ ...store.read(), section })

/** Somebody is signed in: what the dialog stood for is under way, and not the next person's. */
export const endAuthDialog = (): void => store.write({ section: null, intent: null })

export const useAuthDialog = (): State => useStore(store, (state) => state)
