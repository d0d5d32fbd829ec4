import { rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { projectRoot } from '../../supabase/local/backend.ts'
import { run } from '../support/command.ts'
import { failureOf, output, type Tally, tallyOf } from './tally.ts'

const report = join(output, 'vitest.json')

type Report = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/**
 * Unit and database tests, all or those whose file names match, on backends that Vitest starts
 * (tests/support/backend.ts).
 */
export async function runUnitAndDatabaseTests(files: string[]): Promise<Tally> {
  rmSync(report, { force: true })
  // Part of a name may only match browser tests.
  const chosen = files.length > 0 ? ['--passWithNoTests', ...files] : []
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run('vitest', [
    'run',
    '--project',
    'unit',
    '--project',
    'database',
    ...reporters,
    ...chosen,
  ])
  return tallyOf<Report>('vitest', code, report, ({ numPassedTests, testResults }) => ({
    passed: numPassedTests,
    failures: testResults.flatMap((file) => failuresOf(file)),
  }))
}

/** The failed tests of a file. A file that couldn't be loaded counts as one failure. */
function failuresOf({ name, status, message, assertionResults }: Report['testResults'][number]) {
  const file = relative(projectRoot, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [failureOf(file, message)]
  return failed.map((test) => failureOf(`${file}: ${test.fullName}`, test.failureMessages.join('\n')))
}
