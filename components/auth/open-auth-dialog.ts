import { createStore, useStore } from '@/lib/browser/create-store'
import { onceSignedIn } from '@/lib/session/browser/events'
import { readSession } from '@/lib/session/browser/store'
import { loadPart } from '../ui/lazy-part'
import type * as Dialog from './auth-dialog-store'

const wanted = createStore(false)
export const useWantsAuthDialog = (): boolean => useStore(wanted, (isWanted) => isWanted)

function load() {
  wanted.write(true)
  return loadPart(() => import('./auth-dialog-store'))
}

/** Loads the dialog and opens it (auth-dialog-store.ts). Most visits never do. */
export async function openAuthDialog(...asked: Parameters<typeof Dialog.openAuthDialog>): Promise<void> {
  const wasUnknown = readSession().status === 'unknown'
  const dialog = await load()
  const [, afterwards] = asked
  // Pressed before the session was known, by a person who turns out to be signed in.
  if (!wasUnknown || readSession().status !== 'signed-in') dialog.openAuthDialog(...asked)
  else if (afterwards) onceSignedIn(afterwards)
}

export const askToSignInAnew = async (...asked: Parameters<typeof Dialog.askToSignInAnew>): Promise<void> =>
  (await load()).askToSignInAnew(...asked)
