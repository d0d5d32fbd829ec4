/** A score and the id of a post, as search_posts writes them. */
const searchCursor = /^\[-?\d{1,9}(\.\d{1,9})?, ?\d{1,15}\]$/

/** Whether an address can be one that this site gave out: a search holds no NUL and goes on where one ended. */
export function isValidSearch({ pathname, searchParams }: URL): boolean {
  if (pathname !== '/search') return true
  const after = searchParams.get('after')
  return !searchParams.get('q')?.includes('\0') && (!after || searchCursor.test(after))
}
