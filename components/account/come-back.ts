import { readDraft } from '@/lib/session/browser/draft'
import { claimIntent } from '@/lib/session/browser/intent'
import { takeOverSession } from '@/lib/session/browser/events'
import { readWayBack } from '@/lib/session/way-back'
import type { Draft } from './carry-out'
import { toast } from '../ui/toast-store'

/** Long enough to read in full, in milliseconds. */
const readingTime = 10_000

/**
 * After a mail's link or another site signed somebody in: does what they meant before, says so, and tells the path
 * they came from. The intent is claimed before other tabs hear of the session, so that it is carried out once.
 */
export async function comeBack(next: string, title?: string): Promise<string> {
  const { path, vote } = readWayBack(next)
  const intent = claimIntent() ?? (vote ? { kind: 'vote' as const, id: vote, path } : null)
  // While it is still that of a visitor: other tabs pass it on to the account.
  const draft = intent && intent.kind !== 'vote' ? readDraft<Draft>(intent.draft) : null
  await takeOverSession('SIGNED_IN')
  if (!intent) {
    if (title) toast({ title })
    return path
  }
  const { carryOut } = await import('./carry-out')
  const outcome = await carryOut(intent, draft)
  toast({ title, description: outcome.said, duration: readingTime })
  return outcome.path
}
