/** What a visitor meant to do and signs up for. What was written is in its draft, and `key` sends it once only. */
export type Intent =
  | { kind: 'vote'; id: number; title?: string }
  | { kind: 'comment'; post: number; parent: number | null; draft: string; key: string }
  | { kind: 'post'; category: string; draft: string; key: string }

/** An intent that waits for its confirmation, with the address of the page it belongs to. */
export type KeptIntent = Intent & { path: string }

const keptAs = 'signpost-intent'
/** As long as a link in a mail holds, in milliseconds. */
const keptFor = 24 * 3_600_000

/** Gives an intent to whichever tab of this browser comes back signed in. */
export function handOver(intent: Intent, path: string): void {
  try {
    localStorage.setItem(keptAs, JSON.stringify({ ...intent, path, until: Date.now() + keptFor }))
  } catch {
    // A browser that keeps nothing leaves what was meant to this tab.
  }
}

/** The intent that waits, for the first tab that asks. */
export function claimIntent(): KeptIntent | null {
  try {
    const kept = localStorage.getItem(keptAs)
    localStorage.removeItem(keptAs)
    const intent = JSON.parse(kept ?? 'null') as (KeptIntent & { until: number }) | null
    return intent && intent.until > Date.now() ? intent : null
  } catch {
    return null
  }
}
