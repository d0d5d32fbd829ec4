/** What a visitor meant to do and signs up for. What was written is in its draft, and `key` sends it once only. */
export type Intent =
  | { kind: 'vote'; id: number; title?: string }
  | { kind: 'follow'; id: number; title: string }
  | { kind: 'comment'; post: number; parent: number | null; draft: string; key: string }
  | { kind: 'post'; category: string; draft: string; key: string }

/** What proves that whoever comes back is the one who left: the address they signed up with, or the start at another site. */
export type Departure = { email: string } | { start: string }

/** An intent that waits, with the address of the page it belongs to and for whom it waits, as ownerOf says it. */
export type KeptIntent = Intent & { path: string; owner: string }

const keptAs = 'signpost-intent'
/** As long as a link in a mail holds, and as long as a sign-in at another site takes, in milliseconds. */
const keptFor = { mail: 24 * 3_600_000, start: 15 * 60_000 }

/**
 * Who left, in a word that does not tell the address.
 * @returns null where the browser cannot hash, which is so on a site without https
 */
export async function ownerOf(departure: Departure): Promise<string | null> {
  if ('start' in departure) return `start:${departure.start}`
  if (!('subtle' in crypto)) return null
  const address = new TextEncoder().encode(departure.email.trim().toLowerCase())
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', address))
  return `mail:${btoa(String.fromCodePoint(...hash))}`
}

/** Gives an intent to whichever tab of this browser its owner comes back in. */
export function handOver(intent: Intent, path: string, owner: string): void {
  const until = Date.now() + keptFor[owner.startsWith('mail:') ? 'mail' : 'start']
  try {
    localStorage.setItem(keptAs, JSON.stringify({ ...intent, path, owner, until }))
  } catch {
    // A browser that keeps nothing leaves what was meant to this tab.
  }
}

/** The intent that waits, for the first tab that asks; whoever carries it out compares its owner. */
export function claimIntent(): KeptIntent | null {
  try {
    const kept = localStorage.getItem(keptAs)
    localStorage.removeItem(keptAs)
    const intent = JSON.parse(kept ?? 'null') as (KeptIntent & { until: number }) | null
    return intent?.owner && intent.until > Date.now() ? intent : null
  } catch {
    return null
  }
}
