import { runBrowserTests } from './run/browser.ts'
import { runChecks } from './run/checks.ts'
import { prepareSite } from './run/site.ts'
import type { Tally } from './run/tally.ts'
import { runUnitAndDatabaseTests } from './run/unit-and-database.ts'
import { cleanUp } from './support/clean-up.ts'

// npm test: runs the checks and all tests except the slow ones, on throw-away databases and free ports, then prints the
// failures and counts. npm test -- unit skips the browser. npm run test:long [-- parts of file names] runs the slow
// tests, and npm run test:e2e [-- files] only the browser tests.
const [chosen, ...files] = process.argv.slice(2)

const unitAndDatabase = () => runUnitAndDatabaseTests(files)
const browser = () => runBrowserTests(files)
const kinds: Record<string, Record<string, () => Promise<Tally>>> = {
  all: { 'checks and build': () => runChecks(prepareSite), 'unit and database': unitAndDatabase, browser },
  unit: { checks: () => runChecks(), 'unit and database': unitAndDatabase },
  long: { 'unit and database': unitAndDatabase, browser },
  browser: { browser },
}
const parts = kinds[chosen ?? 'all'] ?? kinds.all!
if (parts !== kinds.browser) process.env.TEST_LENGTH = parts === kinds.long ? 'long' : 'short'

const total: Tally = { passed: 0, failures: [] }
const times: string[] = []
for (const [name, runPart] of Object.entries(parts)) {
  const start = performance.now()
  const { passed, failures } = await runPart().catch((error: unknown): Tally => {
    console.error(error)
    return { passed: 0, failures: [`${name}: ${String(error)}`] }
  })
  total.passed += passed
  total.failures.push(...failures)
  times.push(`${name} ${Math.round((performance.now() - start) / 1000)} s`)
}
await cleanUp()
for (const failure of total.failures) console.log(`\n✗ ${failure}`)
console.log(`\n${times.join(', ')}`)
console.log(`${total.passed} passed, ${total.failures.length} failed`)
process.exit(total.failures.length > 0 ? 1 : 0)
