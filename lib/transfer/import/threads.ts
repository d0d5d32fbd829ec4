type Threaded = { id?: string | null; parent_id?: string | null }

/** Puts each comment that names another as its parent below the comment that began the thread. */
export function thread<T extends Threaded & { replies?: T[] | null }>(given: T[]): T[] {
  const byId = new Map(given.flatMap((one) => (one.id ? [[one.id, one] as const] : [])))
  const beginnings = new Map<T, T>()
  return given.filter((one) => {
    const first = findBeginning(one, byId, beginnings)
    if (first === one) return true
    first.replies ??= []
    first.replies.push(one)
    return false
  })
}

/**
 * The comment itself where it answers none, or by some way itself. A way into such a circle ends at the first of it that
 * it comes to.
 * @param known the beginnings that were found before, each way of which is gone once
 */
function findBeginning<T extends Threaded>(one: T, byId: ReadonlyMap<string, T>, known: Map<T, T>): T {
  const passed = new Set<T>()
  let up = one
  while (!known.has(up) && !passed.has(up)) {
    passed.add(up)
    up = (up.parent_id && byId.get(up.parent_id)) || up
  }
  const beginning = known.get(up) ?? up
  let isInCircle = false
  for (const each of passed) {
    isInCircle ||= each === up
    known.set(each, isInCircle ? each : beginning)
  }
  return known.get(one)!
}
