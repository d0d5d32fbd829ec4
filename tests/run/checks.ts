import { run } from '../support/command.ts'
import type { Tally } from './tally.ts'

/** Types, as one test. Not next to a build, which writes its own. */
export async function checkTypes(): Promise<Tally> {
  // Each further checker repeats part of the work, and other tests keep the other cores busy.
  const tsc = (await run('next', ['typegen'])) || (await run('tsc', ['--noEmit', '--checkers', '1']))
  return tallyOfChecks({ tsc })
}

/** Formatting, lint and dead code, each as one test. */
export const runChecks = async (): Promise<Tally> =>
  tallyOfChecks({
    prettier: await run('prettier', ['--check', '--log-level', 'warn', '.']),
    oxlint: await run('oxlint', ['--deny-warnings']),
    knip: await run('knip', []),
  })

function tallyOfChecks(codes: Record<string, number>): Tally {
  const failures = Object.entries(codes).filter(([, code]) => code !== 0)
  return {
    passed: Object.keys(codes).length - failures.length,
    failures: failures.map(([check, code]) => `${check} ended with ${code}, see its output`),
  }
}
