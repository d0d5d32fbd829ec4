import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from '../support/browser.ts'
import { run } from './command.ts'
import { serveSite } from './site.ts'
import { output, type Tally, tallyOf } from './tally.ts'

const report = join(output, 'playwright.json')

/** Browser tests against a site of their own: all of them, or the files whose names match. */
export async function runBrowserTests(files: string[]): Promise<Tally> {
  rmSync(report, { force: true })
  const code = await run('playwright', ['test', '--config', 'tests/e2e/playwright.config.ts', ...files], {
    env: { ...(await serveSite()), CHROMIUM_PATH: findBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  type Report = { stats: { expected: number; unexpected: number; flaky: number } }
  return tallyOf<Report>(code, report, ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
  }))
}
