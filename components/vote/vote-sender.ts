import { t } from '@/lib/words/t'
import { setVote } from '@/lib/actions/votes'
import { callAction } from '@/lib/browser/call-action'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { OwnVote } from '@/lib/queries/viewer-votes'
import { askToSignInAnew } from '../auth/open-auth-dialog'
import { toastProblem } from '../ui/toast-store'
import { changeVote, readOwner, readVote, votes } from './votes'

const sending = new Set<number>()
const asked = new Set<number>()
let askedBy: string | null = null
let asking: Set<number> | null = null

type Said = { by: string; id: number; isVoted: boolean; total: number }

/** Tells the other tabs of this browser about a vote, and receives theirs. */
let tabs: BroadcastChannel | undefined
function listenToTabs(): BroadcastChannel {
  const channel = new BroadcastChannel('signpost-votes')
  channel.addEventListener('message', ({ data: { by, id, isVoted, total } }: MessageEvent<Said>) => {
    if (by === readOwner() && readVote(id).wanted === null) changeVote(id, { isVoted, total })
  })
  return channel
}

/** Loads the person's own votes: one request for everything that a page shows. */
export function askAboutOwnVote(id: number): void {
  tabs ??= listenToTabs()
  if (askedBy !== readOwner()) asked.clear()
  askedBy = readOwner()
  if (asked.has(id)) return
  asked.add(id)
  if (asking) {
    asking.add(id)
    return
  }
  asking = new Set([id])
  setTimeout(() => {
    const ids = [...asking!]
    asking = null
    for (let start = 0; start < ids.length; start += 200) void ask(ids.slice(start, start + 200))
  }, 20)
}

async function ask(ids: number[]): Promise<void> {
  // A vote that changed in the meantime is newer than the answer.
  const before = new Map(ids.map((id) => [id, readVote(id)]))
  try {
    const { votes: answered } = await fetchJson<{ votes: OwnVote[] }>('/api/viewer/votes', {
      query: { posts: ids.join(',') },
    })
    const known = new Map(votes.read())
    for (const { id, isVoted, total } of answered) {
      const vote = readVote(id)
      // The number comes with it, because the page may be older than the vote.
      if (vote === before.get(id) && vote.wanted === null) known.set(id, { isVoted, total, wanted: null })
    }
    votes.write(known)
  } catch {
    for (const id of ids) asked.delete(id)
  }
}

/**
 * Sends what is wanted until the database agrees; a click in between is sent after it.
 * @param again votes once the person has signed in again
 */
export async function sendVote(id: number, again: (id: number, wanted: boolean) => void): Promise<void> {
  if (sending.has(id)) return
  sending.add(id)
  for (let { wanted } = readVote(id); wanted !== null; { wanted } = readVote(id)) {
    const intent = wanted
    const result = await callAction(() => setVote({ id, wanted: intent }))
    if (!result.ok) {
      changeVote(id, { wanted: null })
      if (result.reason === 'signed-out') void askToSignInAnew(() => again(id, intent), { kind: 'vote', id })
      else toastProblem(t('common.voteFailed'), result.message)
      break
    }
    const { isVoted, votesTotal } = result.data
    const by = readOwner()
    if (by) tabs?.postMessage({ by, id, isVoted, total: votesTotal } satisfies Said)
    changeVote(id, {
      isVoted,
      total: votesTotal,
      wanted: readVote(id).wanted === isVoted ? null : readVote(id).wanted,
    })
  }
  sending.delete(id)
}
