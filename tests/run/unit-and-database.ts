import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './command.ts'
import { output, type Tally, tallyOf } from './tally.ts'

const report = join(output, 'vitest.json')

/** Unit and database tests, on a backend that Vitest starts and ends (tests/support/backend.ts). */
export async function runUnitAndDatabaseTests(): Promise<Tally> {
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run('vitest', ['run', ...reporters])
  return tallyOf<{ numPassedTests: number; numFailedTests: number }>(code, report, (counted) => ({
    passed: counted.numPassedTests,
    failed: counted.numFailedTests,
  }))
}
