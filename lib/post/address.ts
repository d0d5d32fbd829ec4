import { cursorPart } from './cursor-part.ts'
import type { PostOrder, PostState } from './states'

/** The address of a post on this site. Slugs may contain letters of any script. */
export function postAddress(post: { categorySlug: string; slug: string }): string {
  return `/${post.categorySlug}/${encodeURIComponent(post.slug)}`
}

/** The query that names the merged post whose address led to the one it was merged into. */
export const mergedQuery = 'merged'

/** Not a fragment, which would replace that of a link to a comment. */
export function movedAddress(moved: { categorySlug: string; slug: string; merged?: number }): string {
  return postAddress(moved) + (moved.merged ? `?${mergedQuery}=${moved.merged}` : '')
}

export type ListFilter = {
  category?: string
  view?: 'map' | 'table'
  order?: PostOrder
  state?: PostState
}

export const allCategories = 'all'

export const newPostAddress = (category = allCategories) => `/${category}#new-post`

export function listAddress(filter: ListFilter, after?: string): string {
  const query = new URLSearchParams()
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

export function decodeSlug(encoded: string): string | null {
  if (encoded.length > maxEncoded) return null
  try {
    const slug = decodeURIComponent(encoded)
    return slug.length > maxLetters || slug.includes('\0') ? null : slug.normalize('NFC')
  } catch {
    return null
  }
}

export function readPostAddress(params: {
  category: string
  slug: string
}): { category: string; slug: string } | null {
  const slug = decodeSlug(params.slug)
  return slug !== null && categorySlug.test(params.category) ? { category: params.category, slug } : null
}

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

export function searchAddress(asked: Record<'q', string> & Record<string, string | undefined>): string {
  const given = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `/search?${new URLSearchParams(given)}`
}
