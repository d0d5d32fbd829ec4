import { runBrowserTests } from './run/browser.ts'
import { runChecks } from './run/checks.ts'
import { cleanUp } from './support/clean-up.ts'
import type { Tally } from './run/tally.ts'
import { runUnitAndDatabaseTests } from './run/unit-and-database.ts'

// npm test: everything, on throw-away databases and free ports. It ends with what failed and how many passed.
// npm test -- unit: without the browser. npm run test:e2e [-- files] is the browser alone.
const [chosen, ...files] = process.argv.slice(2)
const parts: Record<string, () => Promise<Tally>> = {
  checks: runChecks,
  'unit and database': runUnitAndDatabaseTests,
  browser: () => runBrowserTests(files),
}
const names =
  { unit: ['checks', 'unit and database'], browser: ['browser'] }[chosen ?? ''] ?? Object.keys(parts)

const total: Tally = { passed: 0, failures: [] }
const times: string[] = []
for (const name of names) {
  const start = performance.now()
  const { passed, failures } = await parts[name]!().catch((error: unknown): Tally => {
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
