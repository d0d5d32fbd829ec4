type Threaded = { id?: string | null; parent_id?: string | null }

/** Puts each comment that names another as its parent below the comment that began the thread. */
export function thread<T extends Threaded & { replies?: T[] | null }>(given: T[]): T[] {
  const byId = new Map(given.flatMap((one) => (one.id ? [[one.id, one] as const] : [])))
  return given.filter((one) => {
    const first = beginningOf(one, byId)
    if (first === one) return true
    first.replies = [...(first.replies ?? []), one]
    return false
  })
}

/** The comment itself where it answers none, or by some way itself. */
function beginningOf<T extends Threaded>(one: T, byId: ReadonlyMap<string, T>): T {
  const passed = new Set<T>()
  let up = one
  for (let next: T | undefined = one; next; next = up.parent_id ? byId.get(up.parent_id) : undefined) {
    if (passed.has(next)) return one
    passed.add(next)
    up = next
  }
  return up
}
