/** One kind of query of the public pages: the same statement with many parameters. */
export type Kind = { name: string; goal: number; statement: string; parameters: (string | number | null)[][] }

/** The list again and again, until it has at least so many entries; none of an empty one. */
export function repeat<T>(list: T[], atLeast: number): T[] {
  return list.length === 0
    ? []
    : Array.from({ length: Math.max(list.length, atLeast) }, (_, i) => list[i % list.length]!)
}
