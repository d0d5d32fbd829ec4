import type { ListedReply } from '@/lib/queries/comments'

/**
 * The result of an intent: the page to continue on, a sentence, and a link to what was created (`href` if elsewhere).
 */
export type Outcome = { path: string; said: string; link?: string; href?: string; comment?: ListedReply }

const channelName = 'signpost-outcome'

/** Tells the tab that holds the intent what another tab has done. */
export function broadcastOutcome(key: string, outcome: Outcome): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage({ key, outcome })
  channel.close()
}

/** Runs once the result of the intent with this key is known. Returns a function that stops waiting. */
export function onceOutcomeIsKnown(key: string, run: (outcome: Outcome) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }) => {
    if (data.key !== key) return
    channel.close()
    run(data.outcome)
  })
  return () => channel.close()
}
