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

export type Change = {
  isDeleted?: boolean
  hiddenReason?: string | null
  body?: ListedReply['body']
  isEdited?: boolean
}
export type State = {
  /** Whether someone is using a form. Loads what shows a sent comment. */
  isWriting: boolean
  own: OwnComment[]
  changes: ReadonlyMap<number, Change>
  sought: { parent: number; id: number } | null
  /** Own comments in use: the list shows its entry for the same comment only when they no longer are. */
  held: ReadonlySet<number>
}

/** What this tab changed; comment-changes.ts changes it, which most visits don't load. */
export const comments = createStore<State>({
  isWriting: false,
  own: [],
  changes: new Map(),
  sought: null,
  held: new Set(),
})
/** A part of the state; whoever reads it renders again only when that part changes. */
export const useComments = <Part>(select: (state: State) => Part): Part => useStore(comments, select)

/** A comment is also in use while one of its replies is. */
export const isHeld = ({ held, own }: State, id: number): boolean =>
  held.has(id) || own.some(({ parent, saved }) => parent === id && saved && held.has(saved.id))

export const hasOwnReply = ({ own, changes }: State, id: number): boolean =>
  own.some(({ parent, saved }) => parent === id && !(saved && changes.get(saved.id)?.isDeleted))
