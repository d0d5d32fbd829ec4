/** A score and the id of a post, as search_posts writes them. */
const searchCursor = /^\[-?\d{1,9}(\.\d{1,9})?, ?\d{1,15}\]$/

/**
 * Whether somebody can have been given this address: its letters can be read, none is a percent sign (what is encoded
 * twice would be read twice), and a search goes on where one ended.
 */
export function isReadableAddress({ pathname, searchParams }: URL): boolean {
  try {
    if (/[\0%]/.test(decodeURIComponent(pathname))) return false
  } catch {
    return false
  }
  if (pathname !== '/search') return true
  const after = searchParams.get('after')
  return !searchParams.get('q')?.includes('\0') && (!after || searchCursor.test(after))
}
