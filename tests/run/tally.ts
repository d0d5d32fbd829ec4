import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../supabase/local/backend.ts'

/** What a part of the tests counted; `failures` names each that failed, with the first lines of why. */
export type Tally = { passed: number; failures: string[] }

/** What test runs leave behind to look at: reports, the site's log, traces. */
export const output = join(projectRoot, 'tests/.output')
mkdirSync(output, { recursive: true })

/** What a test runner counted in its report; one that broke without saying at what is one failure. */
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

/** A failure as the summary shows it: where it is and the first twelve lines of what was said. */
export const failureOf = (where: string, message: string) =>
  [where, ...message.replace(color, '').split('\n').slice(0, 12)].join('\n    ')
