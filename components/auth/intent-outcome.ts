import type { ListedReply } from '@/lib/queries/comments'

/**
 * What became of an intent: where a person goes on, what is said there and, where something was made, what the way
 * to it is called; `href` leads there when it is elsewhere.
 */
export type Outcome = { path: string; said: string; link?: string; href?: string; comment?: ListedReply }

const channelName = 'signpost-outcome'

/** Tells the tab in which somebody meant something what another one has done for them. */
export function broadcastOutcome(key: string, outcome: Outcome): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage({ key, outcome })
  channel.close()
}

/**
 * @param key the intent's
 * @param run told once
 * @returns stops waiting for it
 */
export function onceOutcomeIsKnown(key: string, run: (outcome: Outcome) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }) => {
    if (data.key !== key) return
    channel.close()
    run(data.outcome)
  })
  return () => channel.close()
}
