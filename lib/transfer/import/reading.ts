import type { States } from './states.ts'

/** What a reader found in one place of a file: a post still to be checked, or why there is none. */
export type Draft = { place: string; bytesRead: number } & ({ value: unknown } | { problem: string })

/** A file as the posts in it, in the terms of post.ts. */
export type Reading = {
  /** What the file was taken for, to be shown. */
  format: string
  /** What the tracker's states become, before common names and before a table that is given. */
  states?: States
  /** What becomes of each column of a table; null where it is left out. */
  columns?: { heading: string; becomes: string | null }[]
  drafts: AsyncIterable<Draft>
}

export const mostBytes = 16 * 1024 * 1024

/** What the dashboard says and asks where the command names an option. */
export type Question =
  | { about: 'title'; headings: string[] }
  | { about: 'encoding'; line: number }
  | { about: 'source'; title: string; source: string; other: string }

/** What has to be decided by whoever imports; running the command again would not help. */
export class Refusal extends Error {
  readonly question?: Question
  constructor(message: string, options: ErrorOptions & { question?: Question } = {}) {
    super(message, options)
    this.question = options.question
  }
}
