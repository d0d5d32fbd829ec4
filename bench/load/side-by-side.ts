import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { buildSite, nextCommand } from '../../supabase/commands/build-site.ts'
import { withMemoryLimits } from '../../supabase/commands/run-site.ts'
import { type Backend, projectRoot, startBackend } from '../../supabase/local/backend.ts'
import { findFreePort, endChild, spawnNode, waitUntil } from '../../supabase/local/processes.ts'
import { buildEmptyApp } from './empty-app.ts'

/** The public pages that are measured, and the route of the empty page that each is compared with. */
const publicPages = {
  '/': '',
  '/new-features': '[category]',
  '/new-features/dark-mode': '[category]/[slug]',
  '/changelog': 'changelog',
}
export const publicPaths = Object.keys(publicPages)

/** Other public pages, whose client components are listed, too. */
export const otherPaths = [
  '/?view=table',
  '/all',
  '/search?q=dark',
  '/people/00000000-0000-4000-8000-000000000003',
  '/forgot-password',
  '/reset-password',
  ...['confirm', 'callback', 'own', 'invitation'].map((page) => `/auth/${page}`),
  ...['', '/write', '/own', '/roadmap', '/changelog'].map((view) => `/embed${view}`),
]

/** The address of a search. */
export const searchPath = (query: string): string => `/search?q=${encodeURIComponent(query)}`

export type Served = { address: string; pid: number; stop: () => Promise<void> }

export type SideBySide = {
  backend: Backend
  /** Each starts its own server: our site, or an app with empty pages of the same sizes and addresses. */
  serveSite: () => Promise<Served>
  serveEmpty: () => Promise<Served>
  /** Stops everything that was started, and removes what was written outside the project. */
  end: () => Promise<void>
}

/** Builds our site for a throw-away backend, in its own folder, and the empty app next to it. */
export async function buildSideBySide(): Promise<SideBySide> {
  const temporary = mkdtempSync(join(tmpdir(), 'signpost-bench-'))
  // Registered first, so that it runs last, however the process ends.
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
  const cleanUps: (() => Promise<void>)[] = []
  async function endAll() {
    for (const step of cleanUps.toReversed()) await step()
  }
  let ending: Promise<void> | undefined
  const end = () => (ending ??= endAll())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void end().finally(() => process.exit(1)))
  }

  async function serve(folder: string): Promise<Served> {
    const port = await findFreePort(3950)
    const server = spawnNode(nextCommand, ['start', folder, '--port', String(port)], {
      cwd: projectRoot,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        NODE_OPTIONS: withMemoryLimits(process.env.NODE_OPTIONS),
        NEXT_TELEMETRY_DISABLED: '1',
      },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    const stop = () => endChild(server)
    cleanUps.push(stop)
    const address = `http://127.0.0.1:${port}`
    await waitUntil('The start of a server', (signal) => fetch(address, { signal }).then(({ ok }) => ok))
    return { address, pid: server.pid!, stop }
  }

  try {
    const backend = await startBackend({ folder: join(temporary, 'backend'), durable: false })
    cleanUps.push(() => backend.stop())
    await publishEntries(backend.databaseUrl)
    Object.assign(process.env, {
      NEXT_PUBLIC_SUPABASE_URL: backend.url,
      NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
      SITE_URL: 'http://127.0.0.1:3950',
      SIGNPOST_BUILD_FOLDER: '.next/bench',
    })
    await buildSite()
    const site = await serve(projectRoot)
    const pages = []
    for (const [path, route] of Object.entries(publicPages)) {
      const html = await (await fetch(site.address + path)).text()
      pages.push({ path, route, bytes: Buffer.byteLength(html), isWide: /[^\0-\xff]/.test(html) })
    }
    const search = await (await fetch(site.address + searchPath('dark'))).text()
    await site.stop()
    const emptyFolder = join(temporary, 'empty')
    await buildEmptyApp(emptyFolder, pages, Buffer.byteLength(search))
    return { backend, serveSite: () => serve(projectRoot), serveEmpty: () => serve(emptyFolder), end }
  } catch (error) {
    await end()
    throw error
  }
}

/** The address of a changelog page. */
async function publishEntries(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  await sql`
    insert into public.changelog_entries (title, slug, body, state, published_at)
    select 'What is new ' || n, 'what-is-new-' || n, repeat('It **works** as you asked. ', 12), 'published',
      now() - make_interval(days => n)
    from generate_series(1, 10) n`
  await sql.end()
}
