type Pair = { saidBy: number; posts: { id: number }[] }

/**
 * Leaves out pairs whose posts earlier pairs already connect, so that three alike posts are two decisions instead of
 * three. Pairs that people reported stay.
 */
export function independentPairs<One extends Pair>(pairs: One[]): One[] {
  const parents = new Map<number, number>()
  const rootOf = (id: number): number => (parents.has(id) ? rootOf(parents.get(id)!) : id)
  return pairs.filter(({ saidBy, posts }) => {
    const [one, other] = posts.map(({ id }) => rootOf(id)) as [number, number]
    if (one === other) return saidBy > 0
    parents.set(one, other)
    return true
  })
}
