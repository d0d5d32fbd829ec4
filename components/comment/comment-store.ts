import { createStore, useStore } from '@/lib/browser/create-store'
import type { ListedReply } from '@/lib/queries/comments'

/** `isWaiting`: only its author sees it until the team has approved it. */
export type OwnReply = ListedReply & { isWaiting?: boolean }

/**
 * A comment that this tab has written, or one awaiting approval: shown immediately, and pending until the database has
 * it.
 */
export type OwnComment = {
  key: string
  post: number
  parent: number | null
  text: string
  /** Null while it is being sent. */
  saved: OwnReply | null
}

type Change = {
  isDeleted?: boolean
  hiddenReason?: string | null
  body?: ListedReply['body']
  isEdited?: boolean
}
type State = {
  /** Whether someone is using a form. Loads what shows a sent comment. */
  isWriting: boolean
  own: OwnComment[]
  changes: ReadonlyMap<number, Change>
  sought: { parent: number; id: number } | null
  /** Own comments in use: the list shows its entry for the same comment only when they no longer are. */
  held: ReadonlySet<number>
}

const store = createStore<State>({
  isWriting: false,
  own: [],
  changes: new Map(),
  sought: null,
  held: new Set(),
})
const change = (next: Partial<State>): void => store.write({ ...store.read(), ...next })

export const useComments = (): State => useStore(store, (state) => state)

export function startWriting(): void {
  if (!store.read().isWriting) change({ isWriting: true })
}
export function addOwn(comment: OwnComment): void {
  const { own } = store.read()
  const isThere = comment.saved && own.some(({ saved }) => saved?.id === comment.saved!.id)
  if (!isThere) change({ own: [...own, comment] })
}
export const dropOwn = (key: string): void =>
  change({ own: store.read().own.filter((one) => one.key !== key) })
export const confirmOwn = (key: string, saved: OwnReply): void =>
  change({ own: store.read().own.map((one) => (one.key === key ? { ...one, saved } : one)) })
export const seekReply = (parent: number, id: number): void => change({ sought: { parent, id } })
export function hold(id: number, isHeld: boolean): void {
  if (store.read().held.has(id) === isHeld) return
  const held = new Set(store.read().held)
  if (isHeld) held.add(id)
  else held.delete(id)
  change({ held })
}

/** A comment is also in use while one of its replies is. */
export const isHeld = ({ held, own }: State, id: number): boolean =>
  held.has(id) || own.some(({ parent, saved }) => parent === id && saved && held.has(saved.id))

export const hasOwnReply = ({ own, changes }: State, id: number): boolean =>
  own.some(({ parent, saved }) => parent === id && !(saved && changes.get(saved.id)?.isDeleted))

export function changeComment(id: number, next: Change): void {
  const { changes } = store.read()
  change({ changes: new Map(changes).set(id, { ...changes.get(id), ...next }) })
}
