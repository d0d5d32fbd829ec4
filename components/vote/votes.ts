import { createStore, useStore } from '@/lib/browser/create-store'

type Vote = {
  isVoted: boolean
  /** The database's latest counts for this person; null while the page's own number is right. */
  total: number | null
  /** What the person wants, until the database has confirmed it. */
  wanted: boolean | null
}

export const votes = createStore<ReadonlyMap<number, Vote>>(new Map())
const pageTotals = new Map<number, number>()
let owner: string | null = null

const unknown: Vote = { isVoted: false, total: null, wanted: null }
export const readVote = (id: number): Vote => votes.read().get(id) ?? unknown
export const readOwner = (): string | null => owner

export const changeVote = (id: number, next: Partial<Vote>): void =>
  votes.write(new Map(votes.read()).set(id, { ...readVote(id), ...next }))

export const useVote = (id: number): Vote => useStore(votes, (known) => known.get(id) ?? unknown)

/** Drops the votes of the previous person. Those given before anyone was known are this person's; null is a visitor. */
export function belongTo(viewerId: string | null): void {
  if (owner === viewerId) return
  if (owner) votes.write(new Map())
  owner = viewerId
}

/** Notes the number that a page shows; a different one comes from a newer page and replaces ours. */
export function trustPage(id: number, shown: number): void {
  const before = pageTotals.get(id)
  pageTotals.set(id, shown)
  if (before === undefined || before === shown) return
  if (readVote(id).total !== null && readVote(id).wanted === null) changeVote(id, { total: null })
}
