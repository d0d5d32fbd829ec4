import { fetchJson } from '@/lib/browser/fetch-json'
import type { Voter } from '@/lib/queries/signals'

export type VoterPage = { items: Voter[]; next: string | null }

/** A page of who voted for a post, the newest vote first; null where it cannot be had. */
export const askVoters = (
  post: number,
  options: { onlyAside?: boolean; after?: string; signal?: AbortSignal } = {},
): Promise<VoterPage | null> => {
  const { onlyAside, after, signal } = options
  return fetchJson<VoterPage>('/api/voters', {
    query: { post, after, aside: onlyAside ? 'only' : undefined },
    signal,
  }).catch(() => null)
}
