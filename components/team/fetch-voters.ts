import { fetchJson } from '@/lib/browser/fetch-json'
import type { Voter } from '@/lib/queries/signals'

export type VoterPage = { items: Voter[]; next: string | null }

/** A page of who voted for a post, the newest vote first; null where it cannot be had. */
export const fetchVoters = (
  post: number,
  options: { only?: 'aside' | 'counted'; after?: string; max?: number; signal?: AbortSignal } = {},
): Promise<VoterPage | null> => {
  const { signal, ...query } = options
  return fetchJson<VoterPage>('/api/voters', {
    query: { post, ...query },
    signal,
  }).catch(() => null)
}
