import { createStore, useStore } from '@/lib/browser/create-store'
import { onceSignedIn } from '@/lib/session/browser/events'
import { readSession } from '@/lib/session/browser/store'
import { partLoader } from '../ui/lazy-part'
import type * as Dialog from './auth-dialog-store'

const wanted = createStore(false)
export const useWantsAuthDialog = (): boolean => useStore(wanted, (isWanted) => isWanted)

const loadDialog = partLoader(() => import('./auth-dialog-store'))

function load() {
  wanted.write(true)
  return loadDialog()
}

let lastAsked: unknown

/** Loads the dialog and opens it (auth-dialog-store.ts). Most visits never do. */
export async function openAuthDialog(...asked: Parameters<typeof Dialog.openAuthDialog>): Promise<void> {
  const wasUnknown = readSession().status === 'unknown'
  lastAsked = asked
  const dialog = await load()
  const [, afterwards] = asked
  // Pressed before the session was known, by a person who turns out to be signed in.
  if (wasUnknown && readSession().status === 'signed-in') {
    if (afterwards) onceSignedIn(afterwards)
  }
  // The dialog would have covered what was pressed next.
  else if (lastAsked === asked) dialog.openAuthDialog(...asked)
}

export const askToSignInAnew = async (...asked: Parameters<typeof Dialog.askToSignInAnew>): Promise<void> =>
  (await load()).askToSignInAnew(...asked)
