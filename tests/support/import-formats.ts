import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { openReading } from '../../lib/transfer/import/open.ts'
import { type ImportedPost, readPost } from '../../lib/transfer/import/post.ts'
import { explainProblems } from '../../lib/transfer/import/problems.ts'
import { commonStates, type States } from '../../lib/transfer/import/states.ts'
import type { CsvField } from '../../lib/transfer/import/trackers.ts'

export const samples = new URL('../support/samples/', import.meta.url).pathname
export const folder = mkdtempSync(join(tmpdir(), 'signpost-formats-'))
/** Removes the folder after the tests of a file. */
export function useSamples(): void {
  afterAll(() => rmSync(folder, { recursive: true }))
}

type Given = {
  format?: string
  columns?: Partial<Record<CsvField, string>>
  states?: States
}

export async function readFiles(files: string[], given: Given = {}) {
  const reading = await openReading(files, given.format ?? null, given.columns ?? {})
  const states = { ...commonStates, ...reading.states, ...given.states }
  const posts: ImportedPost[] = []
  const problems: string[] = []
  for await (const draft of reading.drafts) {
    if ('problem' in draft) problems.push(`${draft.place}: ${draft.problem}`)
    else {
      const read = readPost(draft.value, states)
      if (!read.ok) problems.push(explainProblems(draft, read.problems))
      else if (read.isLeftOut) problems.push(`${draft.place}: left out`)
      else posts.push(read.post)
    }
  }
  return { ...reading, posts, problems }
}

export const read = (names: string[], given?: Given) =>
  readFiles(
    names.map((name) => samples + name),
    given,
  )
export const briefly = ({ posts }: { posts: ImportedPost[] }) =>
  posts.map(({ id, title, state, votes, author }) => [id, title, state, votes, author?.name ?? null])
