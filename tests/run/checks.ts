import { run } from './command.ts'
import type { Tally } from './tally.ts'

/** Formatting, lint, dead code and types, each of them one test. */
export async function runChecks(): Promise<Tally> {
  const codes = [
    await run('prettier', ['--check', '--log-level', 'warn', '.']),
    await run('oxlint', ['--deny-warnings']),
    await run('knip', []),
    (await run('next', ['typegen'])) || (await run('tsc', ['--noEmit'])),
  ]
  const passed = codes.filter((code) => code === 0).length
  return { passed, failed: codes.length - passed }
}
