import { t } from '@/lib/words/t'
import { setVote } from '@/lib/actions/votes'
import { callAction } from '@/lib/browser/call-action'
import { createStore, useStore } from '@/lib/browser/create-store'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { OwnVote } from '@/lib/queries/viewer-votes'
import { readSession } from '@/lib/session/browser/store'
import { askToSignInAnew, openAuthDialog } from '../auth/auth-dialog-store'
import { toastProblem } from '../ui/toast-store'

type Vote = {
  isVoted: boolean
  /** The database's latest counts for this person; null while the page's own number is right. */
  total: number | null
  /** What the person wants, until the database has confirmed it. */
  wanted: boolean | null
}

const store = createStore<ReadonlyMap<number, Vote>>(new Map())
const sending = new Set<number>()
const pageTotals = new Map<number, number>()
const asked = new Set<number>()
let asking: Set<number> | null = null
let owner: string | null = null

const unknown: Vote = { isVoted: false, total: null, wanted: null }
export const readVote = (id: number): Vote => store.read().get(id) ?? unknown

function change(id: number, next: Partial<Vote>): void {
  store.write(new Map(store.read()).set(id, { ...readVote(id), ...next }))
}

type Said = { by: string; id: number; isVoted: boolean; total: number }

/** Tells the other tabs of this browser about a vote, and receives theirs. */
let tabs: BroadcastChannel | undefined
function listenToTabs(): BroadcastChannel {
  const channel = new BroadcastChannel('signpost-votes')
  channel.addEventListener('message', ({ data: { by, id, isVoted, total } }: MessageEvent<Said>) => {
    if (by === owner && readVote(id).wanted === null) change(id, { isVoted, total })
  })
  return channel
}

export const useVote = (id: number): Vote => useStore(store, (votes) => votes.get(id) ?? unknown)

/** Drops the votes of the previous person. */
function belongTo(viewerId: string): void {
  if (owner === viewerId) return
  owner = viewerId
  tabs ??= listenToTabs()
  asked.clear()
  store.write(new Map())
}

/** Loads the person's own votes: one request for everything that a page shows. */
export function learnVote(id: number, viewerId: string): void {
  belongTo(viewerId)
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
    const votes = new Map(store.read())
    for (const { id, isVoted, total } of answered) {
      const vote = readVote(id)
      // The number comes with it, because the page may be older than the vote.
      if (vote === before.get(id) && vote.wanted === null) votes.set(id, { isVoted, total, wanted: null })
    }
    store.write(votes)
  } catch {
    for (const id of ids) asked.delete(id)
  }
}

/** Notes the number that a page shows; a different one comes from a newer page and replaces ours. */
export function trustPage(id: number, votes: number): void {
  const before = pageTotals.get(id)
  pageTotals.set(id, votes)
  if (before === undefined || before === votes) return
  if (readVote(id).total !== null && readVote(id).wanted === null) change(id, { total: null })
}

/** Adds or removes the vote. Shown immediately; visitors sign in first. */
export function wantVote(id: number, wanted: boolean, title?: string): void {
  const { status, viewer } = readSession()
  if (status !== 'signed-in') {
    openAuthDialog('sign-in', () => wantVote(id, true), { kind: 'vote', id, title })
    return
  }
  if (viewer) belongTo(viewer.id)
  change(id, { wanted })
  if (!sending.has(id)) void send(id)
}

/** Sends what is wanted until the database agrees; a click in between is sent after it. */
async function send(id: number): Promise<void> {
  sending.add(id)
  for (let wanted = readVote(id).wanted; wanted !== null; wanted = readVote(id).wanted) {
    const intent = wanted
    const result = await callAction(() => setVote({ id, wanted: intent }))
    if (!result.ok) {
      change(id, { wanted: null })
      if (result.reason === 'signed-out') askToSignInAnew(() => wantVote(id, intent), { kind: 'vote', id })
      else toastProblem(t('common.voteFailed'), result.message)
      break
    }
    const { isVoted, votesTotal } = result.data
    if (owner) tabs?.postMessage({ by: owner, id, isVoted, total: votesTotal } satisfies Said)
    change(id, {
      isVoted,
      total: votesTotal,
      wanted: readVote(id).wanted === isVoted ? null : readVote(id).wanted,
    })
  }
  sending.delete(id)
}
