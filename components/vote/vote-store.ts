import { readSession } from '@/lib/session/browser/store'
import { openAuthDialog } from '../auth/open-auth-dialog'
import { partLoader } from '../ui/lazy-part'
import { belongTo, changeVote } from './votes'

// Visitors never load what asks for votes and sends them.
const loadSender = partLoader(() => import('./vote-sender'))

export function learnVote(id: number, viewerId: string): void {
  belongTo(viewerId)
  void loadSender().then(({ askAboutOwnVote }) => askAboutOwnVote(id))
}

/** Adds or removes the vote. Shown immediately; visitors sign in first. */
export function wantVote(id: number, wanted: boolean, title?: string): void {
  const { status, viewer } = readSession()
  if (status !== 'signed-in') {
    void openAuthDialog('sign-in', () => wantVote(id, true), { kind: 'vote', id, title })
    return
  }
  if (viewer) belongTo(viewer.id)
  changeVote(id, { wanted })
  void loadSender().then(({ sendVote }) => sendVote(id, wantVote))
}
