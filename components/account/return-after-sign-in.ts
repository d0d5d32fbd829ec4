import { fetchJson } from '@/lib/browser/fetch-json'
import { codeAddress } from '@/lib/session/code-address'
import { loadPart } from '../ui/lazy-part'
import { readDraft } from '@/lib/session/browser/draft'
import { claimIntent, ownerOf } from '@/lib/session/browser/intent'
import { onceSignedIn, takeOverSession } from '@/lib/session/browser/events'
import { broadcastOutcome } from '../auth/intent-outcome'
import { readReturnPath } from '@/lib/session/return-path'
import type { Draft } from './run-intent'
import { toast } from '../ui/toast-store'
import { askAboutVote } from '../vote/vote-question'
import { isSignedInAs } from '../auth/auth-dialog-store'
import { showIntentOutcome } from '../auth/show-intent-outcome'

/** Whether the person who just signed in has the code of a second factor to give first. */
export const awaitsCode = async (): Promise<boolean> =>
  (await fetchJson<{ awaitsCode?: boolean }>('/api/viewer').catch(() => null))?.awaitsCode ?? false

/** For an answer of the server, in milliseconds. */
const patience = 5_000

/**
 * After a mail's link or another site signed somebody in: does what they meant before, says so, and tells the path
 * they came from. The intent is claimed before other tabs hear of the session, so that it is carried out once, and
 * carried out for nobody but its owner. A vote that the link alone carries may be another's wish: it is asked about.
 * @param start which sign-in at another site has ended, when it was one
 */
export async function returnAfterSignIn(next: string, title?: string, start?: string): Promise<string> {
  if (await awaitsCode()) return codeAddress(next, start)
  const { path, vote } = readReturnPath(next)
  const intent = claimIntent()
  // While it is still that of a visitor: other tabs pass it on to the account.
  const draft = intent && 'draft' in intent ? readDraft<Draft>(intent.draft) : null
  await takeOverSession('SIGNED_IN')
  const isTheirs =
    intent && ((start && intent.owner === (await ownerOf({ start }))) || (await isSignedInAs(intent.owner)))
  if (!isTheirs) {
    if (vote) askAboutVote(vote)
    if (title) toast({ title })
    return path
  }
  // What is kept for the account is found once it is known whose it is.
  await Promise.race([
    new Promise<void>((resolve) => onceSignedIn(resolve)),
    new Promise((resolve) => setTimeout(resolve, patience)),
  ])
  const { runIntent } = await loadPart(() => import('./run-intent'))
  const outcome = await runIntent(intent, draft)
  showIntentOutcome(outcome, title)
  if ('key' in intent) broadcastOutcome(intent.key, outcome)
  return outcome.path
}
