type Threaded = { id?: string | null; parent_id?: string | null }

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

/** A comment in a circle of parents is its own beginning. `known` makes each path be followed only once. */
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
