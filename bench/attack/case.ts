import type { Target } from './target.ts'

/** One attack. `run` returns a few words about what it met if everything held, and throws if something broke. */
export type Attack = { name: string; run: (target: Target) => Promise<string> }

/** Throws an error with the text of `otherwise` unless `holds` is true. */
export function hold(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
