import { cursorPart, readCursorPart } from './cursor-part.ts'

export type AskedSearch = { query: string; category: string; cursor: string }

/** How much of a query counts, in characters. */
export const queryLength = 400

/** The milliseconds within which a search counts as repeated, and how many searches are remembered. */
const recent = 30_000
const most = 1_000
/** In characters of the address. Longer queries are rarely repeated. */
const longest = 240
const known = ['q', 'category', 'after']

const asked = new Map<string, number>()

/** Null unless repeated within half a minute: rendering is less work than storing, and most are made once. */
export function storedSearchAddress(search: URLSearchParams, now: number): string | null {
  const query = search.get('q')?.trim().slice(0, queryLength)
  if (!query || [...search.keys()].some((name) => !known.includes(name))) return null
  const part = cursorPart(JSON.stringify([query, search.get('category') ?? '', search.get('after') ?? '']))
  if (part.length > longest) return null
  const before = asked.get(part) ?? -Infinity
  asked.delete(part)
  asked.set(part, now)
  if (asked.size > most) asked.delete(asked.keys().next().value!)
  return now - before < recent ? `/search/${part}` : null
}

export function readStoredSearch(part: string): AskedSearch | null {
  try {
    const [query, category, cursor] = JSON.parse(readCursorPart(part)) as unknown[]
    const isGiven = [query, category, cursor].every((one) => typeof one === 'string') && query !== ''
    return isGiven ? ({ query, category, cursor } as AskedSearch) : null
  } catch {
    return null
  }
}

const searchCursor = /^\[-?\d{1,9}(\.\d{1,9})?, ?\d{1,15}\]$/

/** Whether the site can have created this address: a search contains no NUL and continues where another ended. */
export function isValidSearch({ pathname, searchParams }: URL): boolean {
  if (pathname !== '/search') return true
  const after = searchParams.get('after')
  return !searchParams.get('q')?.includes('\0') && (!after || searchCursor.test(after))
}
