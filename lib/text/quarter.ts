/** “2027-Q1” as people read it: “Q1 2027”. */
export const quarterText = (quarter: string): string => quarter.split('-').toReversed().join(' ')

/** The quarter of a moment and those that follow, in UTC. */
export function nextQuarters(now: Date, count = 8): string[] {
  const first = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3)
  return Array.from({ length: count }, (_, n) => `${Math.floor((first + n) / 4)}-Q${((first + n) % 4) + 1}`)
}
