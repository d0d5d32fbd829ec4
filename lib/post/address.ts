import type { PostOrder, PostState } from './states'

/** Where a post lives on this site; slugs may hold letters of any script. */
export function postAddress(post: { categorySlug: string; slug: string }): string {
  return `/${post.categorySlug}/${encodeURIComponent(post.slug)}`
}

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

/** Where the comments of a post, or the replies to one, go on behind a cursor, for readers without scripts. */
export const moreCommentsAddress = (post: number, after: string): string =>
  `/more/comments/${post}/${cursorPart(after)}`
export const moreRepliesAddress = (comment: number, after: string): string =>
  `/more/replies/${comment}/${cursorPart(after)}`

/** What a list shows: no category means all of them (the roadmap's table). */
export type ListFilter = { category?: string; order?: PostOrder; state?: PostState }

/**
 * The address of a list; what is the default does not appear in it.
 * @param after the cursor that the list goes on behind
 */
export function listAddress(filter: ListFilter, after?: string): string {
  const query = new URLSearchParams()
  if (!filter.category) query.set('view', 'table')
  if (filter.order && filter.order !== 'top') query.set('sort', filter.order)
  if (filter.state) query.set('state', filter.state)
  if (after) query.set('after', cursorPart(after))
  const path = filter.category ? `/${filter.category}` : '/'
  return query.size ? `${path}?${query}` : path
}

/** The database makes slugs of at most 72 bytes and a number; letters and their marks may be typed apart. */
const maxLetters = 200
/** What percent signs make of as many letters of four bytes. */
const maxEncoded = 12 * maxLetters
const categorySlug = /^[a-z0-9-]{1,60}$/

/** A slug as the database knows it, from an address where it may be percent-encoded; null for what none can be. */
export function decodeSlug(encoded: string): string | null {
  if (encoded.length > maxEncoded) return null
  try {
    const slug = decodeURIComponent(encoded)
    return slug.length > maxLetters || slug.includes('\0') ? null : slug.normalize('NFC')
  } catch {
    return null
  }
}

/** The parts of a post's address as the database knows them, from those of a request; null for what no post can have. */
export function readPostAddress(params: {
  category: string
  slug: string
}): { category: string; slug: string } | null {
  const slug = decodeSlug(params.slug)
  return slug !== null && categorySlug.test(params.category) ? { category: params.category, slug } : null
}

/** A number as it stands in an address; null for what is none, or none the database holds. */
export function readId(text: string): number | null {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** Stands for no category and no post: what such a page answers is always "not found". */
export const noSlug = '-'

/** A static route must name one page while it builds; without a database at hand it is this one. */
export function offlineParams<Name extends string>(...names: Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, noSlug])) as Record<Name, string>
}
