import type { States } from './states.ts'

/** What is wrong with a field; without one, with the whole post. */
export type Problem = { field?: string; text: string }

/** The result for one item of a file: a post to validate, or the reason why there is none. */
export type Draft = {
  place: string
  bytesRead: number
  /** Of a table: the heading that each field was read from, and the rows as they are in the file. */
  columns?: Partial<Record<string, string>>
  rows?: string[][]
} & ({ value: unknown } | { problem: string })

/** A file as the posts in it, in the terms of post.ts. */
export type Reading = {
  /** The detected format, to show to the person. */
  format: string
  /** What the tracker's states become, unless a common name or a given table says otherwise. */
  states?: States
  /** The field that each column of a table becomes; null if it is ignored. */
  columns?: { heading: string; becomes: string | null }[]
  drafts: AsyncIterable<Draft>
}

export const mostBytes = 16 * 1024 * 1024

/** Questions that the dashboard asks where the command names an option. */
export type Question =
  | { about: 'title'; headings: string[] }
  | { about: 'encoding'; line: number }
  | { about: 'source'; title: string; source: string; other: string }

/** A decision for the person importing; retrying wouldn't help. */
export class Refusal extends Error {
  readonly question?: Question
  constructor(message: string, options: ErrorOptions & { question?: Question } = {}) {
    super(message, options)
    this.question = options.question
  }
}
