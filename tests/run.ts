import { runBrowserTests } from './run/browser.ts'
import { runChecks } from './run/checks.ts'
import { cleanUp } from './run/clean-up.ts'
import type { Tally } from './run/tally.ts'
import { runUnitAndDatabaseTests } from './run/unit-and-database.ts'

// npm test: everything, on throw-away databases and free ports. The last line counts what passed and failed.
// npm test -- unit: without the browser. npm run test:e2e [-- files] is the browser alone.
const [chosen, ...files] = process.argv.slice(2)
const parts: Record<string, () => Promise<Tally>> = {
  checks: runChecks,
  'unit and database': runUnitAndDatabaseTests,
  browser: () => runBrowserTests(files),
}
const names =
  { unit: ['checks', 'unit and database'], browser: ['browser'] }[chosen ?? ''] ?? Object.keys(parts)

const total: Tally = { passed: 0, failed: 0 }
const times: string[] = []
for (const name of names) {
  const start = performance.now()
  const { passed, failed } = await parts[name]!().catch((error: unknown) => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  total.passed += passed
  total.failed += failed
  times.push(`${name} ${Math.round((performance.now() - start) / 1000)} s`)
}
await cleanUp()
console.log(`\n${times.join(', ')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)
