/** One kind of query of the public pages: one statement with many parameter sets. */
export type Kind = { name: string; goal: number; statement: string; parameters: (string | number | null)[][] }

/** Repeats the list until it has at least this many entries; an empty list stays empty. */
export function repeat<T>(list: T[], atLeast: number): T[] {
  return list.length === 0
    ? []
    : Array.from({ length: Math.max(list.length, atLeast) }, (_, i) => list[i % list.length]!)
}
