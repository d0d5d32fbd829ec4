import type { Target } from './target.ts'

/** One attack. `run` says in a few words what was met when everything held, and throws what broke otherwise. */
export type Attack = { name: string; run: (target: Target) => Promise<string> }

/** Throws unless it holds. */
export function hold(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
