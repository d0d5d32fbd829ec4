import { run } from '../support/command.ts'
import type { Tally } from './tally.ts'

/** Formatting, lint, dead code and types, each of them one test. */
export async function runChecks(): Promise<Tally> {
  const codes = {
    prettier: await run('prettier', ['--check', '--log-level', 'warn', '.']),
    oxlint: await run('oxlint', ['--deny-warnings']),
    knip: await run('knip', []),
    tsc: (await run('next', ['typegen'])) || (await run('tsc', ['--noEmit'])),
  }
  const failures = Object.entries(codes).filter(([, code]) => code !== 0)
  return {
    passed: Object.keys(codes).length - failures.length,
    failures: failures.map(([check, code]) => `${check} ended with ${code}, see its output`),
  }
}
