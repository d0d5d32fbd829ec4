import { createClient } from '@supabase/supabase-js'
import autocannon from 'autocannon'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import postgres from 'postgres'
import { type Backend, projectRoot } from '../../supabase/local/backend.ts'
import { browserArguments, findBrowser } from '../../tests/support/browser.ts'
import { measureClicks } from './click-to-paint.ts'
import { readComponents, weighComponents } from './client-components.ts'
import { weighPage } from './page-weight.ts'
import { measureSearches } from './searches.ts'
import { buildSideBySide, otherPaths, publicPaths, searchPath } from './side-by-side.ts'
import { type Measured, measure, missedGoals, ratio, round } from './throughput.ts'

// npm run pages: compares the public pages with an empty page of the same size, in one run on this machine. With
// `search`, it only counts answered searches. Two processes of the same code can differ by a fifth for their whole
// life, so each page is measured on several of each. Short alternating turns make other load on the machine affect both
// equally.
const starts = 4
const warmUps = 3
const rounds = 4
const memberRounds = 5

/** The cookies that a browser sends after the site has set its own. */
async function withOwnCookies(url: string, session: string): Promise<string> {
  const set = (await fetch(url, { headers: { cookie: session } })).headers.getSetCookie()
  return [session, ...set.map((line) => line.split(';')[0]!)].join('; ')
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

/** A process's memory in MB, if the system reports it. */
function memoryOf(pid: number): number | null {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024)
  } catch {
    return null
  }
}

const report = (missed: string[]) =>
  console.log(missed.length === 0 ? 'All goals met.' : `MISSED\n${missed.join('\n')}`)

const sides = await buildSideBySide()
const cleanUps: (() => Promise<unknown>)[] = [() => sides.end()]
try {
  let [site, empty] = [await sides.serveSite(), await sides.serveEmpty()]
  const searches = await measureSearches(site, empty)
  console.table(searches)
  if (process.argv[2] === 'search') {
    report(missedGoals(searches))
    await sides.end()
    process.exit()
  }
  const sql = postgres(sides.backend.databaseUrl, { max: 1, onnotice: () => {} })
  cleanUps.push(() => sql.end())
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
  cleanUps.push(() => browser.close())

  const countTransactions = async () =>
    Number(
      (await sql`select xact_commit from pg_stat_database where datname = current_database()`)[0]!
        .xact_commit,
    )
  const cookie = await memberCookie(sides.backend, sql)
  const emptyWeight = await weighPage(browser, empty.address)
  // Visitors first, so that garbage left by members' pages isn't counted as visitors' cost.
  const visits = publicPaths.map(() => ({ own: [] as Measured[], other: [] as Measured[], transactions: 0 }))
  for (let start = 0; start < starts; start++) {
    if (start > 0) {
      await Promise.all([site.stop(), empty.stop()])
      ;[site, empty] = [await sides.serveSite(), await sides.serveEmpty()]
    }
    for (const index of publicPaths.keys()) {
      const { own, other } = visits[index]!
      const measureOwn = () => measure(site.address + publicPaths[index]!, site.pid)
      const measureEmpty = () => measure(empty.address + publicPaths[index], empty.pid)
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
  for (const path of publicPaths) await autocannon({ url: site.address + path, connections: 50, duration: 5 })
  const memory = memoryOf(site.pid)
  const results = []
  for (const [index, path] of publicPaths.entries()) {
    const { own, other, transactions } = visits[index]!
    const url = site.address + path
    const cookies = await withOwnCookies(url, cookie)
    const weight = await weighPage(browser, url)
    const member: Measured[] = []
    const visitor: Measured[] = []
    for (let turn = 0; turn < memberRounds; turn++) {
      member.push(await measure(url, site.pid, { cookie: cookies }))
      visitor.push(await measure(url, site.pid))
    }
    results.push({
      path,
      'requests/s to empty (>= 0.92)': ratio(own, other, 'perSecond'),
      'p99 to empty (<= 1.5)': ratio(own, other, 'p99'),
      'processor time to empty (<= 1.08)': ratio(own, other, 'processor'),
      'signed in to visitor (>= 0.6)': ratio(member, visitor, 'perSecond'),
      cache: (await fetch(url)).headers.get('x-nextjs-cache'),
      'transactions per 1,000 requests': round(
        (transactions / own.reduce((sum, { total }) => sum + total, 0)) * 1000,
      ),
      'script kB above empty (<= 16)': round((weight.scripts - emptyWeight.scripts) / 1024),
      'CSS kB (<= 9)': round(weight.styles / 1024),
      'HTML kB (<= 30)': round(weight.html / 1024),
      'supabase code': weight.hasSupabase,
      shift: round(weight.shift, 4),
      'LCP ms, slow phone (<= 900)': Math.round(weight.largestPaint),
    })
  }
  const search = { member: [] as Measured[], visitor: [] as Measured[] }
  const searchAddress = site.address + searchPath('dark')
  const searching = { cookie: await withOwnCookies(site.address, cookie) }
  for (let turn = 0; turn < memberRounds; turn++) {
    search.member.push(await measure(searchAddress, site.pid, searching))
    search.visitor.push(await measure(searchAddress, site.pid))
  }
  const clicks = await measureClicks(browser, site.address + publicPaths[2], cookie)
  console.table(results)
  const people = {
    'a search asked again, signed in to visitor (>= 0.6)': ratio(search.member, search.visitor, 'perSecond'),
    'vote, ms from click to paint (<= 50)': clicks.vote,
    'comment, ms from click to paint (<= 50)': clicks.comment,
    'first comment, ms from click to paint (<= 50)': clicks.firstComment,
    'memory after 50 parallel visitors, MB (<= 300)': memory,
  }
  console.table(people)
  const components = new Map<string, Record<string, unknown>>()
  const build = join(projectRoot, '.next/bench')
  const names = readComponents(build)
  for (const path of [...publicPaths, ...otherPaths]) {
    const column = publicPaths.includes(path) ? path : 'elsewhere'
    const html = await (await fetch(site.address + path)).text()
    for (const { component, bytes, reason = 'NO REASON' } of weighComponents(html, build, names)) {
      components.set(component, { ...components.get(component), [column]: bytes, reason })
    }
  }
  console.log("Client components of public pages, bytes that each adds to a page's scripts (gzip):")
  console.table(Object.fromEntries(components))
  const unexplained = [...components].filter(([, { reason }]) => reason === 'NO REASON').map(([name]) => name)
  const missed = [searches, ...results, people].flatMap((measured) =>
    missedGoals(measured).map((goal) => ('path' in measured ? `${measured.path} ${goal}` : goal)),
  )
  missed.push(...unexplained.map((name) => `${name} has no reason in client-components.ts`))
  if (unexplained.length > 0 || missed.some((goal) => goal.includes('script kB'))) process.exitCode = 1
  report(missed)
  const file = join(projectRoot, 'tests/.output/bench.json')
  mkdirSync(join(projectRoot, 'tests/.output'), { recursive: true })
  writeFileSync(file, JSON.stringify({ emptyWeight, searches, results, clicks, memory }, null, 2))
  console.log(JSON.stringify(results))
} finally {
  for (const step of cleanUps.toReversed()) await step()
}
process.exit()
