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
/** Who may run the intent: the person who signs in in this dialog, or the person who left from here. */
let isSignedInHere = false
let leftAs: string | null = null
/** Runs when another tab has run the intent; `stopHearing` stops waiting for that. */
let afterElsewhere: ((outcome: Outcome) => void) | undefined
let stopHearing = () => {}

/** Opens the dialog. `afterwards` runs once signed in, `elsewhere` if another tab has already done it. */
export function openAuthDialog(
  section: AuthSection,
  afterwards?: () => void,
  intent: Intent | null = null,
  elsewhere?: (outcome: Outcome) => void,
): void {
  open(section, intent, elsewhere)
  if (afterwards) onceSignedIn(whereMeant(afterwards, intent, isWhoeverIsThere()))
}

/**
 * Pressed before the session was known: it belongs to a person who turns out to be signed in, not to one who signs in
 * later.
 */
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

/** The server refused an old session: asks to sign in again, then runs `afterwards`. */
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

/** Runs only for the person who wanted it. If it was handed over, another tab may already have done it. */
const whereMeant = (run: () => void, intent: Intent | null, isTheirs: () => boolean) => async () => {
  if (isSignedInHere || (!leftAs && isTheirs())) return run()
  if (!leftAs || !(await isSignedInAs(leftAs))) return
  // Voting or following twice changes nothing, and updates what this tab shows.
  if (claimIntent() || intent?.kind === 'vote' || intent?.kind === 'follow') run()
}

export async function isSignedInAs(owner: string): Promise<boolean> {
  const email = readSession().user?.email
  return Boolean(email) && owner === (await ownerOf({ email: email! }))
}

export function signInHere(): void {
  isSignedInHere = true
  claimIntent()
}

/** The address to return to after signing in, with the vote to ask about if that is the intent. */
export function returnPath(next: string): string {
  const { intent } = store.read()
  return writeReturnPath(next || window.location.href, intent?.kind === 'vote' ? intent.id : undefined)
}

/** The person may return in another tab, so earlier intents are dropped. */
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

export const show = (section: AuthSection): void => store.write({ ...store.read(), section })

/** Someone has signed in: closes the dialog and keeps what waits for that. */
export const endAuthDialog = (): void => store.write({ section: null, intent: null })

export const useAuthDialog = (): State => useStore(store, (state) => state)
