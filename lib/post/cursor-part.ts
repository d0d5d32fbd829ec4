export function cursorPart(cursor: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(cursor))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Avoids Buffer, which would add 7 kB to the browser's script. A text that can't be read becomes an invalid cursor. */
export function readCursorPart(part: string): string {
  try {
    const bytes = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
  } catch {
    return part
  }
}

export const moreCommentsAddress = (post: number, after: string): string =>
  `/more/comments/${post}/${cursorPart(after)}`
export const moreRepliesAddress = (comment: number, after: string): string =>
  `/more/replies/${comment}/${cursorPart(after)}`
