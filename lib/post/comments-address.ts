import { cursorPart } from './cursor-part'

/** Where the comments of a post, or the replies to one, go on behind a cursor, for readers without scripts. */
export const moreCommentsAddress = (post: number, after: string): string =>
  `/more/comments/${post}/${cursorPart(after)}`
export const moreRepliesAddress = (comment: number, after: string): string =>
  `/more/replies/${comment}/${cursorPart(after)}`
