import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { type PostState, postStates } from '../../post/states.ts'

export type States = Record<string, PostState | null | undefined>

const groups: Record<PostState, string> = {
  proposed:
    'open, new, new idea, idea, submitted, pending, inbox, gathering feedback, backlog, declined, rejected, not planned, won’t do, duplicate, archived',
  candidate: 'under review, in review, reviewing, needs review, considering, under consideration, discovery',
  planned: 'accepted, approved, scheduled, up next, on the roadmap',
  'in-progress': 'started, in development, working on it, delivery, doing, beta',
  completed: 'complete, done, closed, shipped, released, launched, implemented, live, already exists',
}

/** State names of common trackers. Signpost has no declined state, so declined posts stay open. No name is open, too. */
export const commonStates: States = Object.fromEntries([
  ['', 'proposed'],
  ...postStates.flatMap((state) =>
    [state, ...groups[state].split(', ')].map((name) => [plainName(name), state]),
  ),
])

/** Names that no state here means exactly. Someone who can be asked says what they become. */
export const unclearStates: States = Object.fromEntries(
  ['closed', 'declined', 'rejected', 'not planned', 'won’t do', 'archived'].map((name) => [
    plainName(name),
    undefined,
  ]),
)

export function findState(states: States, name: string): PostState | null | undefined {
  const plain = plainName(name)
  return Object.hasOwn(states, plain) ? states[plain] : undefined
}

export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_’'-]+/g, '')
}

/** Two cells a line: the tracker's name, and one of ours or "leave out". Throws a message for a bad line. */
export function readStates(file: string): States {
  const rows = readPairs(file)
  const states: States = {}
  for (const [i, [name = '', becomes = '']] of rows.entries()) {
    const ours = plainName(becomes)
    const state = postStates.find((one) => plainName(one) === ours)
    if (state) states[plainName(name)] = state
    else if (ours === 'leaveout') states[plainName(name)] = null
    else if (i > 0 || rows.length === 1)
      throw new Error(
        `${file}, line ${i + 1}: "${becomes}" isn't a state. Use one of: ${postStates.join(', ')}, and "leave out".`,
      )
  }
  return states
}

export function readPairs(file: string): string[][] {
  return parse(readText(file), {
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    delimiter: [',', ';', '\t', '='],
  })
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`Can't read ${file}: ${(error as Error).message}`, { cause: error })
  }
}
