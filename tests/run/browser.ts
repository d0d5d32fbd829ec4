import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from '../support/browser.ts'
import { run } from '../support/command.ts'
import { serveSite } from './site.ts'
import { failureOf, output, type Tally, tallyOf } from './tally.ts'

const report = join(output, 'playwright.json')

type Spec = {
  file: string
  line: number
  title: string
  tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[]
}
type Suite = { specs: Spec[]; suites?: Suite[] }
type Report = { stats: { expected: number }; suites: Suite[]; errors: { message?: string }[] }

/** Browser tests against their own site: all of them, or the files whose names match. */
export async function runBrowserTests(files: string[]): Promise<Tally> {
  rmSync(report, { force: true })
  const chosen = files.length > 0 && process.env.TEST_LENGTH ? ['--pass-with-no-tests', ...files] : files
  const code = await run('playwright', ['test', '--config', 'tests/e2e/playwright.config.ts', ...chosen], {
    env: { ...(await serveSite()), CHROMIUM_PATH: findBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return tallyOf<Report>('playwright', code, report, ({ stats, suites, errors }) => ({
    passed: stats.expected,
    failures: [
      ...errors.map(({ message = '' }) => failureOf('playwright', message)),
      ...suites.flatMap(specsOf).flatMap(failuresOf),
    ],
  }))
}

const specsOf = (suite: Suite): Spec[] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]

/** A test's failure, once for each width. A test that passed on its second try has failed as well. */
const failuresOf = ({ file, line, title, tests }: Spec) =>
  tests
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ projectName, results }) =>
      failureOf(
        `[${projectName}] tests/e2e/${file}:${line} ${title}`,
        results.find(({ error }) => error)?.error?.message ?? '',
      ),
    )
