import { run } from '../support/command.ts'
import type { Tally } from './tally.ts'

/**
 * Formatting, lint, dead code and types, each as one test.
 * @param meanwhile what may run next to everything but the types, because a build writes its own types
 */
export async function runChecks(meanwhile = async (): Promise<unknown> => null): Promise<Tally> {
  const tsc = (await run('next', ['typegen'])) || (await run('tsc', ['--noEmit']))
  const [others] = await Promise.all([runOthers(), meanwhile()])
  const codes = { tsc, ...others }
  const failures = Object.entries(codes).filter(([, code]) => code !== 0)
  return {
    passed: Object.keys(codes).length - failures.length,
    failures: failures.map(([check, code]) => `${check} ended with ${code}, see its output`),
  }
}

const runOthers = async () => ({
  prettier: await run('prettier', ['--check', '--log-level', 'warn', '.']),
  oxlint: await run('oxlint', ['--deny-warnings']),
  knip: await run('knip', []),
})
