import type { PostOrder, PostState } from './states'

/** The address of a post on this site. Slugs may contain letters of any script. */
export function postAddress(post: { categorySlug: string; slug: string }): string {
  return `/${post.categorySlug}/${encodeURIComponent(post.slug)}`
}

/** Encodes a cursor so that it can be part of a path. */
export function cursorPart(cursor: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(cursor))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/**
 * Decodes a cursor. Any other text stays an invalid one. Without Buffer, which would be a library of 7 kB in the
 * browser, where lists are continued.
 */
export function readCursorPart(part: string): string {
  try {
    const bytes = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
  } catch {
    return part
  }
}

/** Where the comments of a post, or the replies to one, continue after a cursor, for readers without scripts. */
export const moreCommentsAddress = (post: number, after: string): string =>
  `/more/comments/${post}/${cursorPart(after)}`
export const moreRepliesAddress = (comment: number, after: string): string =>
  `/more/replies/${comment}/${cursorPart(after)}`

/** What a list shows. No category means all of them; a view means that it is on the roadmap. */
export type ListFilter = {
  category?: string
  view?: 'map' | 'table'
  order?: PostOrder
  state?: PostState
}

/** Stands in addresses for all categories together. */
export const allCategories = 'all'

/** Leads to the open form for a new post, of one category or all of them. */
export const newPostAddress = (category = allCategories) => `/${category}#new-post`

/**
 * The address of a list, without default values.
 * @param after the cursor that the list continues after
 */
export function listAddress(filter: ListFilter, after?: string): string {
  const query = new URLSearchParams()
  // Without scripts, a list of the roadmap continues among all feedback.
  const isOnRoadmap = filter.view && !after
  if (isOnRoadmap && filter.view === 'table') query.set('view', 'table')
  if (isOnRoadmap && filter.category) query.set('category', filter.category)
  if (filter.order && filter.order !== 'top') query.set('sort', filter.order)
  if (filter.state) query.set('state', filter.state)
  if (after) query.set('after', cursorPart(after))
  const path = isOnRoadmap ? '/' : `/${filter.category ?? allCategories}`
  return query.size ? `${path}?${query}` : path
}

/** The database creates slugs of at most 72 bytes and a number. Letters and their marks may be typed separately. */
const maxLetters = 200
/** The length of that many four-byte characters when percent-encoded. */
const maxEncoded = 12 * maxLetters
const categorySlug = /^[a-z0-9-]{1,60}$/

/**
 * A slug as the database knows it, from an address where it may be percent-encoded; null if no slug can look like that.
 */
export function decodeSlug(encoded: string): string | null {
  if (encoded.length > maxEncoded) return null
  try {
    const slug = decodeURIComponent(encoded)
    return slug.length > maxLetters || slug.includes('\0') ? null : slug.normalize('NFC')
  } catch {
    return null
  }
}

/** The parts of a post's address as the database knows them, from those of a request; null if no post can have it. */
export function readPostAddress(params: {
  category: string
  slug: string
}): { category: string; slug: string } | null {
  const slug = decodeSlug(params.slug)
  return slug !== null && categorySlug.test(params.category) ? { category: params.category, slug } : null
}

/** A number from an address; null if it isn't one, or not one that the database can hold. */
export function readId(text: string): number | null {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** Matches no category and no post: the answer is always "not found". */
export const noSlug = '-'

/** A static route must name one page at build time. Without a database, it is this one. */
export function offlineParams<Name extends string>(...names: Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, noSlug])) as Record<Name, string>
}

/** The address of search results. */
export function searchAddress(asked: Record<'q', string> & Record<string, string | undefined>): string {
  const given = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `/search?${new URLSearchParams(given)}`
}
