import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { buildSite } from '../../supabase/commands/build-site.ts'
import { type Backend, projectRoot, startBackend } from '../../supabase/local/backend.ts'
import { findFreePort } from '../../supabase/local/ports.ts'
import { type BrowserFigures, measureInBrowser } from './bench-browser.ts'
import { judgeBrowser, judgeLighthouse, judgeRequests, type Row } from './bench-report.ts'
import { measureRequests } from './bench-requests.ts'
import { type Server, startEmptyApp, startServer } from './bench-servers.ts'
import { measure, report } from './queries.ts'
import { seedLarge } from './seed-large.ts'

// npm run bench: what a visitor waits for, against the goals. Everything is thrown away afterwards.
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    database: { type: 'boolean', default: false },
  },
})
const parts = ['requests', 'browser', 'lighthouse', 'database']
if (options.only && !parts.includes(options.only)) {
  console.error(`--only takes one of ${parts.join(', ')}; --quick measures everything once.`)
  process.exit(1)
}
const wants = (part: string) =>
  options.only ? options.only === part : part !== 'database' || options.database
const repeats = (times: number) => (options.quick ? 1 : times)

const paths = ['/', '/new-features', '/new-features/dark-mode']
const output = join(projectRoot, 'tests/.output')
const temporary = mkdtempSync(join(tmpdir(), 'signpost-bench-'))
// Entered by the user a root's PostgreSQL runs as.
chmodSync(temporary, 0o711)
const cleanUps: (() => Promise<unknown> | void)[] = [
  () => rmSync(temporary, { recursive: true, force: true }),
]
async function cleanUp(): Promise<void> {
  for (const step of cleanUps.splice(0).toReversed()) await step()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void cleanUp().finally(() => process.exit(130)))
}

async function backendIn(name: string, seed: boolean, siteUrl?: string): Promise<Backend> {
  const backend = await startBackend({ folder: join(temporary, name), seed, siteUrl, durable: false })
  cleanUps.push(() => backend.stop())
  return backend
}

async function startSite(port: number): Promise<{ site: Server; backend: Backend }> {
  const siteUrl = `http://localhost:${port}`
  const backend = await backendIn('site', true, siteUrl)
  Object.assign(process.env, {
    NEXT_PUBLIC_SUPABASE_URL: backend.url,
    NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SITE_URL: siteUrl,
  })
  await buildSite()
  const site = await startServer(projectRoot, port)
  cleanUps.push(() => site.stop())
  return { site, backend }
}

async function htmlSize(server: Server, path: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`)
  if (!response.ok) throw new Error(`${path} answers ${response.status}.`)
  return (await response.arrayBuffer()).byteLength
}

async function measurePages(): Promise<{ rows: Row[]; figures: Record<string, unknown> }> {
  const rows: Row[] = []
  const figures: Record<string, unknown> = {}
  const { site, backend } = await startSite(await findFreePort(3940))
  const addresses = (server: Server) => paths.map((path) => `http://localhost:${server.port}${path}`)

  if (wants('requests') || wants('browser')) {
    const sizes: Record<string, number> = {}
    for (const path of paths) sizes[path] = await htmlSize(site, path)
    console.log('Building an empty app with pages of the same size…')
    const empty = await startEmptyApp(sizes)
    cleanUps.push(() => empty.stop())
    if (wants('requests')) {
      console.log('Loading both by turns…')
      const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} })
      cleanUps.push(() => sql.end())
      const measured = await measureRequests({ site, empty }, paths, sql, {
        rounds: repeats(5),
        seconds: 5,
      })
      figures.requests = measured
      rows.push(...judgeRequests(measured))
    }
    if (wants('browser')) {
      console.log('Opening the pages in a browser…')
      const ours = await measureInBrowser(addresses(site), repeats(5))
      const others = await measureInBrowser(addresses(empty), repeats(5))
      const pages: Record<string, { site: BrowserFigures; empty: BrowserFigures }> = {}
      paths.forEach((path, i) => (pages[path] = { site: ours[i]!, empty: others[i]! }))
      figures.browser = pages
      rows.push(...judgeBrowser(pages))
    }
    await empty.stop()
  }
  if (wants('lighthouse')) {
    console.log('Running Lighthouse…')
    const { measureWithLighthouse } = await import('./bench-lighthouse.ts')
    const pages: Record<string, Awaited<ReturnType<typeof measureWithLighthouse>>> = {}
    for (const [i, address] of addresses(site).entries()) {
      pages[paths[i]!] = await measureWithLighthouse(address, repeats(3))
    }
    figures.lighthouse = pages
    rows.push(...judgeLighthouse(pages))
  }
  return { rows, figures }
}

/** The queries of the public pages among ten thousand and a hundred thousand posts. */
async function measureDatabase(): Promise<{ isGood: boolean; figures: unknown }> {
  const results = []
  for (const posts of [10_000, 100_000]) {
    console.log(`Filling a database with ${posts} posts…`)
    const backend = await backendIn(`posts-${posts}`, false)
    const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} })
    try {
      await seedLarge(sql, { posts })
      results.push(await measure(sql))
    } finally {
      await sql.end()
      await backend.stop()
    }
  }
  return { isGood: report(results[0]!, results[1]!), figures: results }
}

let isGood = true
try {
  mkdirSync(output, { recursive: true })
  const all: Record<string, unknown> = { at: new Date().toISOString() }
  if (parts.some((part) => part !== 'database' && wants(part))) {
    const { rows, figures } = await measurePages()
    isGood = rows.every(({ ok }) => ok)
    Object.assign(all, figures, { rows })
    console.table(rows.map(({ ok, ...row }) => ({ ...row, '': ok ? 'ok' : 'MISSED' })))
  }
  if (wants('database')) {
    const { isGood: isQuick, figures } = await measureDatabase()
    isGood &&= isQuick
    all.database = figures
  }
  writeFileSync(join(output, 'bench.json'), JSON.stringify(all, null, 2))
  console.log(`All figures: tests/.output/bench.json. ${isGood ? 'Every goal is met.' : 'A goal is missed.'}`)
} catch (error) {
  console.error(error)
  isGood = false
} finally {
  await cleanUp()
}
process.exit(isGood ? 0 : 1)
