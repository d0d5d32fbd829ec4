/** A cursor in letters that mean nothing in an address, so that it may stand in its path. */
export function cursorPart(cursor: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(cursor))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/**
 * The cursor again; whatever else was given stays a text that is none. Without Buffer, which would come to the browser
 * as a library of 7 kB: lists are continued there.
 */
export function readCursorPart(part: string): string {
  try {
    const bytes = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
  } catch {
    return part
  }
}
