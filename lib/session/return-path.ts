export type ReturnPath = { path: string; vote: number | null }

/**
 * Where to return to after signing up, as one path: the page, and the post they wanted to vote for.
 * @param page the address of a page of this site
 */
export function writeReturnPath(page: string, vote?: number): string {
  const { pathname, searchParams } = new URL(page, 'http://site.invalid')
  for (const name of ['auth', 'next', 'vote']) searchParams.delete(name)
  if (vote) searchParams.set('vote', String(vote))
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

/**
 * Reads what writeReturnPath wrote.
 * @param written may have been tampered with
 */
export function readReturnPath(written: string): ReturnPath {
  const url = new URL(safePath(written), 'http://site.invalid')
  const vote = Number(url.searchParams.get('vote'))
  url.searchParams.delete('vote')
  return {
    path: url.pathname + url.search + url.hash,
    vote: Number.isSafeInteger(vote) && vote > 0 ? vote : null,
  }
}

const here = 'http://site.invalid'

/**
 * A redirect target on this site: path, query and hash of the wanted address, or the fallback for anything else
 * (another host in any spelling, another scheme, no path).
 */
export function safePath(target: string | null | undefined, fallback = '/'): string {
  if (!target?.startsWith('/')) return fallback
  try {
    const url = new URL(target, here)
    const path = url.pathname + url.search + url.hash
    return url.origin === here && !/^\/[/\\]/.test(path) ? path : fallback
  } catch {
    return fallback
  }
}
