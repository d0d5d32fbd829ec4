import { useSyncExternalStore } from 'react'
import type { ListedReply } from '@/lib/queries/comments'

/** A comment this tab has written: shown at once, pending until the database has it. */
export type OwnComment = {
  key: string
  post: number
  parent: number | null
  text: string
  /** Null while it is being sent. */
  saved: ListedReply | null
}

type Change = { isDeleted?: boolean; body?: ListedReply['body']; isEdited?: boolean }
type State = { own: OwnComment[]; changes: ReadonlyMap<number, Change> }

let state: State = { own: [], changes: new Map() }
const empty = state
const listeners = new Set<() => void>()

function change(next: Partial<State>): void {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

export function useComments(): State {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
    () => empty,
  )
}

export const addOwn = (comment: OwnComment): void => change({ own: [...state.own, comment] })
export const dropOwn = (key: string): void => change({ own: state.own.filter((one) => one.key !== key) })
export const confirmOwn = (key: string, saved: ListedReply): void =>
  change({ own: state.own.map((one) => (one.key === key ? { ...one, saved } : one)) })
export const changeComment = (id: number, next: Change): void =>
  change({ changes: new Map(state.changes).set(id, { ...state.changes.get(id), ...next }) })
