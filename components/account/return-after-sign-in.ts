import { fetchJson } from '@/lib/browser/fetch-json'
import { codeAddress } from '@/lib/session/code-address'
import { partLoader } from '../ui/lazy-part'
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

const loadRunner = partLoader(() => import('./run-intent'))

/** Whether the person who just signed in still has to enter a code of a second factor. */
export const awaitsCode = async (): Promise<boolean> =>
  (await fetchJson<{ awaitsCode?: boolean }>('/api/viewer').catch(() => null))?.awaitsCode ?? false

/** How long to wait for the server's answer, in milliseconds. */
const patience = 5_000

/**
 * After an email's link or another site signed someone in: does what they wanted to do before, reports it, and returns
 * the path they came from. The intent is claimed before other tabs learn of the session, so that it runs once, and only
 * for its owner. A vote that only comes from the link may be another person's wish, so it is asked about.
 * @param start which sign-in at another site has ended, if it was one
 */
export async function returnAfterSignIn(next: string, title?: string, start?: string): Promise<string> {
  if (await awaitsCode()) return codeAddress(next, start)
  const { path, vote } = readReturnPath(next)
  const intent = claimIntent()
  // While it still belongs to a visitor, because other tabs pass it on to the account.
  const draft = intent && 'draft' in intent ? readDraft<Draft>(intent.draft) : null
  await takeOverSession('SIGNED_IN')
  const isTheirs =
    intent && ((start && intent.owner === (await ownerOf({ start }))) || (await isSignedInAs(intent.owner)))
  if (!isTheirs) {
    if (vote) askAboutVote(vote)
    if (title) toast({ title })
    return path
  }
  // The account's own data can be found once the account is known.
  await Promise.race([
    new Promise<void>((resolve) => onceSignedIn(resolve)),
    new Promise((resolve) => setTimeout(resolve, patience)),
  ])
  const { runIntent } = await loadRunner()
  const outcome = await runIntent(intent, draft)
  showIntentOutcome(outcome, title)
  if ('key' in intent) broadcastOutcome(intent.key, outcome)
  return outcome.path
}
