import { cursorPart, readCursorPart } from './cursor-part'

/** The cursors of the pages up to the one shown, so that one can go back by a page: lists only continue forwards. */
export const trailPart = (cursors: string[]): string => cursors.map(cursorPart).join('.')

export const readTrail = (part: unknown): string[] =>
  typeof part === 'string' ? part.split('.').map(readCursorPart) : []
