/** Mann-Whitney: how far apart the ranks of two samples are, in standard deviations. Ties share their rank. */
export function rankDistance(one: number[], other: number[]): number {
  const all = [...one, ...other].toSorted((a, b) => a - b)
  const rankOf = (value: number) => (all.indexOf(value) + all.lastIndexOf(value)) / 2 + 1
  const ranks = one.reduce((sum, value) => sum + rankOf(value), 0)
  const [n, m] = [one.length, other.length]
  return (ranks - (n * (n + m + 1)) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
}
