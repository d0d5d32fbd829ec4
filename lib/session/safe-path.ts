const here = 'http://site.invalid'

/**
 * A redirect target that stays on this site: path, query and hash of what was asked for, or the fallback for
 * anything else (another host in whatever spelling, another scheme, no path).
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
