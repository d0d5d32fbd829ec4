import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../supabase/local/backend.ts'

/** The counts of a part of the tests. `failures` names each failed test with the first lines of its error. */
export type Tally = { passed: number; failures: string[] }

/** Where test runs leave reports, the site's log and traces. */
export const output = join(projectRoot, 'tests/.output')
mkdirSync(output, { recursive: true })

/** The counts in a test runner's report. A runner that broke without a report counts as one failure. */
export function tallyOf<Report>(
  runner: string,
  code: number,
  file: string,
  read: (report: Report) => Tally,
): Tally {
  try {
    const { passed, failures } = read(JSON.parse(readFileSync(file, 'utf8')) as Report)
    const hasBroken = code !== 0 && failures.length === 0
    return { passed, failures: hasBroken ? [`${runner} ended with ${code}, see its output`] : failures }
  } catch (error) {
    return { passed: 0, failures: [`${runner} left no report: ${String(error)}`] }
  }
}

const color = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

/** A failure as the summary shows it: its place and the first twelve lines of the message. */
export const failureOf = (where: string, message: string) =>
  [where, ...message.replace(color, '').split('\n').slice(0, 12)].join('\n    ')
