/** The posts that go on as this one. */
export const mergedIdsOf = (post: {
  merges: { cameFrom: number | null; undoneAt: string | null }[]
}): number[] =>
  post.merges.flatMap(({ cameFrom, undoneAt }) => (cameFrom !== null && !undoneAt ? [cameFrom] : []))
