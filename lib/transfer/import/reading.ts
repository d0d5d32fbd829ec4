import type { UnclearDates } from './date-order.ts'
import type { States } from './states.ts'

/** What is wrong with a field; without one, with the whole post. */
export type Problem = { field?: string; text: string }

export type Draft = {
  place: string
  bytesRead: number
  /** Of a table: the heading that each field was read from, and the rows as they are in the file. */
  columns?: Partial<Record<string, string>>
  rows?: string[][]
} & ({ value: unknown } | { problem: string })

export type Reading = {
  format: string
  states?: States
  columns?: { heading: string; becomes: string | null }[]
  drafts: AsyncIterable<Draft>
  /** After the drafts were read; null if all dates of the table are clear. */
  unclearDates?: () => UnclearDates | null
}

export const mostBytes = 16 * 1024 * 1024

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

/** Not one of the files that can be imported, or an incomplete one. The message is for the command. */
export class UnreadableFile extends Refusal {}
