import { type Change, comments, type OwnComment, type OwnReply, type State } from './comment-store'

const change = (next: Partial<State>): void => comments.write({ ...comments.read(), ...next })

export function startWriting(): void {
  if (!comments.read().isWriting) change({ isWriting: true })
}
export function addOwn(comment: OwnComment): void {
  const { own } = comments.read()
  const isThere = comment.saved && own.some(({ saved }) => saved?.id === comment.saved!.id)
  if (!isThere) change({ own: [...own, comment] })
}
export const dropOwn = (key: string): void =>
  change({ own: comments.read().own.filter((one) => one.key !== key) })
export const confirmOwn = (key: string, saved: OwnReply): void =>
  change({ own: comments.read().own.map((one) => (one.key === key ? { ...one, saved } : one)) })
export const seekReply = (parent: number, id: number): void => change({ sought: { parent, id } })
export function hold(id: number, isHeld: boolean): void {
  if (comments.read().held.has(id) === isHeld) return
  const held = new Set(comments.read().held)
  if (isHeld) held.add(id)
  else held.delete(id)
  change({ held })
}

export function changeComment(id: number, next: Change): void {
  const { changes } = comments.read()
  change({ changes: new Map(changes).set(id, { ...changes.get(id), ...next }) })
}
