import { createClient } from '@supabase/supabase-js'
import autocannon from 'autocannon'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import postgres from 'postgres'
import { buildSite, nextCommand } from '../../supabase/commands/build-site.ts'
import { type Backend, projectRoot, startBackend } from '../../supabase/local/backend.ts'
import { findFreePort } from '../../supabase/local/ports.ts'
import { endChild, spawnNode, waitUntil } from '../../supabase/local/processes.ts'
import { browserArguments, findBrowser } from '../support/browser.ts'
import { measureClicks } from './click-to-paint.ts'
import { buildEmptyApp } from './empty-app.ts'
import { weighPage } from './page-weight.ts'
import { type Measured, measure, ratio, round } from './throughput.ts'

// npm run bench: the public pages beside an empty page of the same size, in one run on this machine.
// It makes a production build in .next; stop npm start first.
const paths = ['/', '/new-features', '/new-features/dark-mode']
// Two processes of the same code differ by a fifth for as long as they live, so each page meets several of each.
// Short turns, own and empty page by turns: what else the machine does meanwhile hits both alike.
const starts = 4
const warmUps = 3
const rounds = 4
const memberRounds = 5

const temporary = mkdtempSync(join(tmpdir(), 'signpost-bench-'))
chmodSync(temporary, 0o711)
const cleanUps: (() => Promise<unknown> | void)[] = [
  () => rmSync(temporary, { recursive: true, force: true }),
]

async function serve(folder: string, readyPath = '/') {
  const port = await findFreePort(3950)
  const server = spawnNode(nextCommand, ['start', folder, '--port', String(port)], {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  cleanUps.push(() => endChild(server))
  const address = `http://127.0.0.1:${port}`
  await waitUntil('The start of a server', () => fetch(address + readyPath).then(({ ok }) => ok))
  return { address, server, pid: server.pid! }
}

/** The session cookie of a member, as @supabase/ssr writes it. */
async function memberCookie(backend: Backend, sql: postgres.Sql): Promise<string> {
  const client = createClient(backend.url, backend.publishableKey, { auth: { persistSession: false } })
  const account = { email: 'bench@example.com', password: 'correct horse battery' }
  await client.auth.signUp(account)
  await sql`update auth.users set email_confirmed_at = now() where email = ${account.email}`
  const { data, error } = await client.auth.signInWithPassword(account)
  if (error) throw error
  const name = `sb-${new URL(backend.url).hostname.split('.')[0]}-auth-token`
  return `${name}=base64-${Buffer.from(JSON.stringify(data.session)).toString('base64url')}`
}

/** Memory of a process in MB, where the system tells. */
function memoryOf(pid: number): number | null {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024)
  } catch {
    return null
  }
}

try {
  const backend = await startBackend({ folder: join(temporary, 'backend'), durable: false })
  cleanUps.push(() => backend.stop())
  Object.assign(process.env, {
    NEXT_PUBLIC_SUPABASE_URL: backend.url,
    NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SITE_URL: 'http://127.0.0.1:3950',
  })
  await buildSite()
  let site = await serve(projectRoot)
  const pages = []
  for (const path of paths) {
    const html = await (await fetch(site.address + path)).text()
    pages.push({ path, bytes: Buffer.byteLength(html), isWide: /[^\0-\xff]/.test(html) })
  }
  const emptyFolder = join(temporary, 'empty')
  await buildEmptyApp(emptyFolder, pages)
  let empty = await serve(emptyFolder)
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} })
  cleanUps.push(() => sql.end())
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
  cleanUps.push(() => browser.close())

  const countTransactions = async () =>
    Number(
      (await sql`select xact_commit from pg_stat_database where datname = current_database()`)[0]!
        .xact_commit,
    )
  const cookie = await memberCookie(backend, sql)
  const emptyWeight = await weighPage(browser, empty.address)
  // Visitors first: what a member's page leaves for the garbage collector is no cost of a visitor's.
  const visits = paths.map(() => ({ own: [] as Measured[], other: [] as Measured[], transactions: 0 }))
  for (let start = 0; start < starts; start++) {
    if (start > 0) {
      await Promise.all([endChild(site.server), endChild(empty.server)])
      site = await serve(projectRoot)
      empty = await serve(emptyFolder)
    }
    for (const index of paths.keys()) {
      const { own, other } = visits[index]!
      const measureOwn = () => measure(site.address + paths[index]!, site.pid)
      const measureEmpty = () => measure(empty.address + paths[index], empty.pid)
      for (let turn = 0; turn < warmUps; turn++) {
        await measureOwn()
        await measureEmpty()
      }
      for (let turn = 0; turn < rounds; turn++) {
        const before = await countTransactions()
        own.push(await measureOwn())
        visits[index]!.transactions += (await countTransactions()) - before
        other.push(await measureEmpty())
      }
    }
  }
  for (const path of paths) await autocannon({ url: site.address + path, connections: 50, duration: 5 })
  const memory = memoryOf(site.pid)
  const results = []
  for (const [index, path] of paths.entries()) {
    const { own, other, transactions } = visits[index]!
    const url = site.address + path
    const weight = await weighPage(browser, url)
    const member: Measured[] = []
    const visitor: Measured[] = []
    for (let turn = 0; turn < memberRounds; turn++) {
      member.push(await measure(url, site.pid, { cookie }))
      visitor.push(await measure(url, site.pid))
    }
    results.push({
      path,
      'requests/s to empty (>= 0.8)': ratio(own, other, 'perSecond'),
      'p99 to empty (<= 1.5)': ratio(own, other, 'p99'),
      'processor time to empty': ratio(own, other, 'processor'),
      'signed in to visitor (>= 0.25)': ratio(member, visitor, 'perSecond'),
      cache: (await fetch(url)).headers.get('x-nextjs-cache'),
      'transactions per 1,000 requests': round(
        (transactions / own.reduce((sum, { total }) => sum + total, 0)) * 1000,
      ),
      'script kB above empty (<= 25)': round((weight.scripts - emptyWeight.scripts) / 1024, 1),
      'HTML kB (<= 30)': round(weight.html / 1024, 1),
      'supabase code': weight.hasSupabase,
      shift: round(weight.shift, 4),
      'LCP ms, slow phone (<= 1300)': Math.round(weight.largestPaint),
    })
  }
  const clicks = await measureClicks(browser, site.address + paths[2], cookie)
  console.table(results)
  console.log(`Click to paint, slow phone (<= 100): vote ${clicks.vote} ms, comment ${clicks.comment} ms`)
  console.log(`Memory of the web process after 50 parallel visitors: ${memory ?? 'unknown'} MB`)
  const report = join(projectRoot, 'tests/.output/bench.json')
  mkdirSync(join(projectRoot, 'tests/.output'), { recursive: true })
  writeFileSync(report, JSON.stringify({ emptyWeight, results, clicks, memory }, null, 2))
  console.log(JSON.stringify(results))
} finally {
  for (const step of cleanUps.toReversed()) await step()
}
process.exit(0)
