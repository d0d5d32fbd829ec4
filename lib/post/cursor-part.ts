/** A cursor in letters that mean nothing in an address, so that it may stand in its path. */
export function cursorPart(cursor: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(cursor))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** The cursor again; whatever else was given becomes a text that is none. */
export const readCursorPart = (part: string): string => Buffer.from(part, 'base64url').toString()
