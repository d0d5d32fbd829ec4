import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../supabase/local/backend.ts'

export type Tally = { passed: number; failed: number }

/** What test runs leave behind to look at: reports, the site's log, traces. */
export const output = join(projectRoot, 'tests/.output')
mkdirSync(output, { recursive: true })

/** What a test runner counted in its report; one that broke without counting is one failure. */
export function tallyOf<Report>(code: number, file: string, read: (report: Report) => Tally): Tally {
  try {
    const { passed, failed } = read(JSON.parse(readFileSync(file, 'utf8')) as Report)
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
  } catch {
    return { passed: 0, failed: 1 }
  }
}
