import { runBrowserTests } from './run/browser.ts'
import { checkTypes, runChecks } from './run/checks.ts'
import { prepareSite } from './run/site.ts'
import type { Tally } from './run/tally.ts'
import { runUnitAndDatabaseTests } from './run/unit-and-database.ts'
import { cleanUp } from './support/clean-up.ts'

// npm test: runs the checks and all tests except the slow ones, on throw-away databases and free ports, then prints the
// failures and counts. npm test -- unit skips the browser. npm run test:long [-- parts of file names] runs the slow
// tests, and npm run test:e2e [-- files] only the browser tests.
const [chosen, ...files] = process.argv.slice(2)

const unitAndDatabase = { 'unit and database': () => runUnitAndDatabaseTests(files) }
const browser = { browser: () => runBrowserTests(files) }
const types = { types: checkTypes }
const checks = { checks: runChecks }
const build = { build: () => prepareSite().then(() => ({ passed: 0, failures: [] })) }
/** Parts run one after the other, lists of parts at the same time: no part keeps two cores busy all the time. */
type Parts = Record<string, () => Promise<Tally>>
const kinds: Record<string, Parts[]> = {
  // The browser tests end last, so what they need comes first, and the checks that they don't wait for fill the end.
  all: [
    { ...unitAndDatabase, ...checks },
    { ...types, ...build, ...browser },
  ],
  unit: [unitAndDatabase, { ...types, ...checks }],
  long: [{ ...unitAndDatabase, ...browser }],
  browser: [browser],
}
const lists = kinds[chosen ?? 'all'] ?? kinds.all!
if (lists !== kinds.browser) process.env.TEST_LENGTH = lists === kinds.long ? 'long' : 'short'

const total: Tally = { passed: 0, failures: [] }
const times: string[] = []
async function runParts(parts: Parts): Promise<void> {
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
}
await Promise.all(lists.map(runParts))
await cleanUp()
for (const failure of total.failures) console.log(`\n✗ ${failure}`)
console.log(`\n${times.join(', ')}, ${Math.round(performance.now() / 1000)} s in all`)
console.log(`${total.passed} passed, ${total.failures.length} failed`)
process.exit(total.failures.length > 0 ? 1 : 0)
