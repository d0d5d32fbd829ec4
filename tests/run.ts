import { spawn } from 'node:child_process'
import { chmodSync, createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSite, nextCommand } from '../supabase/commands/build-site.ts'
import { projectRoot, startBackend } from '../supabase/local/backend.ts'
import { findFreePort } from '../supabase/local/ports.ts'
import { endChild, spawnNode, waitUntil } from '../supabase/local/processes.ts'
import { findBrowser } from './support/browser.ts'
import { fillBoard } from './support/board.ts'

// npm test: everything, on throw-away databases and free ports. The last line counts what passed and failed.
const output = join(projectRoot, 'tests/.output')
const temporary = mkdtempSync(join(tmpdir(), 'signpost-test-'))
// Entered by the user a root's PostgreSQL runs as.
chmodSync(temporary, 0o711)
const cleanUps: (() => Promise<unknown> | void)[] = [
  () => rmSync(temporary, { recursive: true, force: true }),
]
const count = { passed: 0, failed: 0 }

async function cleanUp(): Promise<void> {
  for (const step of cleanUps.splice(0).toReversed()) await step()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void cleanUp().finally(() => process.exit(130)))
}

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  console.log(`\n▸ ${command} ${args.join(' ')}`)
  const child = spawn(join(projectRoot, 'node_modules/.bin', command), args, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)))
}

async function check(command: string, args: string[]): Promise<void> {
  const code = await run(command, args)
  count[code === 0 ? 'passed' : 'failed'] += 1
}

/** Adds what a test runner counted; a runner that broke without counting is one failure. */
function add(code: number, counted: () => { passed: number; failed: number }): void {
  try {
    const { passed, failed } = counted()
    count.passed += passed
    count.failed += code !== 0 && failed === 0 ? 1 : failed
  } catch {
    count.failed += 1
  }
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

async function runUnitAndDatabaseTests(): Promise<void> {
  const backend = await startBackend({ folder: join(temporary, 'database'), seed: false, durable: false })
  const report = join(output, 'vitest.json')
  const code = await run(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    {
      TEST_DATABASE_URL: backend.databaseUrl,
      TEST_SUPABASE_URL: backend.url,
      TEST_SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
      TEST_SUPABASE_SECRET_KEY: backend.secretKey,
    },
  )
  await backend.stop()
  add(code, () => {
    const { numPassedTests, numFailedTests } = readJson(report)
    return { passed: numPassedTests, failed: numFailedTests }
  })
}

async function runBrowserTests(): Promise<void> {
  const port = await findFreePort(3900)
  const site = `http://localhost:${port}`
  const backend = await startBackend({ folder: join(temporary, 'site'), siteUrl: site, durable: false })
  cleanUps.push(() => backend.stop())
  await fillBoard(backend.databaseUrl)
  Object.assign(process.env, {
    NEXT_PUBLIC_SUPABASE_URL: backend.url,
    NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SITE_URL: site,
    SIGNPOST_MAILBOX: backend.mailbox,
    AUTH_PROVIDERS: 'github',
  })
  await buildSite({ standalone: true })
  const server = spawnNode(nextCommand, ['start', '--port', String(port)], {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  cleanUps.push(() => endChild(server))
  const siteLog = join(output, 'site.log')
  const kept = createWriteStream(siteLog)
  for (const stream of [server.stdout!, server.stderr!]) stream.on('data', (part) => kept.write(part))
  server.stderr!.pipe(process.stderr, { end: false })
  await waitUntil('The start of the site', () => fetch(site).then(({ ok }) => ok), 60_000)
  const report = join(output, 'playwright.json')
  const code = await run('playwright', ['test', '--config', 'tests/e2e/playwright.config.ts', ...chosen], {
    TEST_SITE_URL: site,
    TEST_DATABASE_URL: backend.databaseUrl,
    TEST_SUPABASE_URL: backend.url,
    TEST_SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    TEST_MAILBOX: backend.mailbox,
    TEST_SITE_LOG: siteLog,
    CHROMIUM_PATH: findBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  add(code, () => {
    const { expected, unexpected, flaky } = readJson(report).stats
    return { passed: expected, failed: unexpected + flaky }
  })
}

// npm test -- unit | browser [files]: one part alone.
const [part, ...chosen] = process.argv.slice(2)
mkdirSync(output, { recursive: true })
try {
  await check('prettier', ['--check', '--log-level', 'warn', '.'])
  await check('oxlint', ['--deny-warnings'])
  await run('next', ['typegen'], {
    NEXT_PUBLIC_SUPABASE_URL: 'http://127.0.0.1:1',
    NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'none',
  })
  await check('tsc', ['--noEmit'])
  if (part !== 'browser') await runUnitAndDatabaseTests()
  if (part !== 'unit') await runBrowserTests()
} catch (error) {
  console.error(error)
  count.failed += 1
} finally {
  await cleanUp()
}
console.log(`\n${count.passed} passed, ${count.failed} failed`)
process.exit(count.failed > 0 ? 1 : 0)
