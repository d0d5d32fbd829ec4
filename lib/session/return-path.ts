export type ReturnPath = { path: string; vote: number | null }

/** As one path: the page, and the post they wanted to vote for. */
export function writeReturnPath(page: string, vote?: number): string {
  const { pathname, searchParams } = new URL(page, 'http://site.invalid')
  for (const name of ['auth', 'next', 'vote']) searchParams.delete(name)
  if (vote) searchParams.set('vote', String(vote))
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

/** What writeReturnPath wrote, which may have been tampered with. */
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

/** The fallback for any other host in any spelling, another scheme, or no path. */
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
