/** What a visitor wanted to do when they had to sign in. `key` makes sure that it is sent only once. */
export type Intent =
  | { kind: 'vote'; id: number; title?: string }
  | { kind: 'follow'; id: number; title: string }
  | { kind: 'comment'; post: number; parent: number | null; draft: string; key: string }
  | { kind: 'post'; category: string; draft: string; key: string }

/** Proves that the person who returns is the one who left. */
export type Departure = { email: string } | { start: string }

export type KeptIntent = Intent & { path: string; owner: string }

const keptAs = 'signpost-intent'
/** As long as a link in an email works, and as long as a sign-in at another site takes, in milliseconds. */
const keptFor = { mail: 24 * 3_600_000, start: 15 * 60_000 }

/** Doesn't reveal the address. Null if the browser can't hash, as on a site without https. */
export async function ownerOf(departure: Departure): Promise<string | null> {
  if ('start' in departure) return `start:${departure.start}`
  if (!('subtle' in crypto)) return null
  const address = new TextEncoder().encode(departure.email.trim().toLowerCase())
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', address))
  return `mail:${btoa(String.fromCodePoint(...hash))}`
}

export function handOver(intent: Intent, path: string, owner: string): void {
  const until = Date.now() + keptFor[owner.startsWith('mail:') ? 'mail' : 'start']
  try {
    localStorage.setItem(keptAs, JSON.stringify({ ...intent, path, owner, until }))
  } catch {
    // A browser without storage keeps the intent in this tab only.
  }
}

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
