import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { APIRequestContext, Page } from 'playwright/test'
import postgres from 'postgres'
import { nextCommand } from '../../supabase/commands/build-site'
import { projectRoot, type StartedBackend } from '../../supabase/local/backend'
import { createDemoAccounts, demoPassword } from '../../supabase/local/demo-accounts'
import { findFreePort, endChild, spawnNode, waitUntil } from '../../supabase/local/processes'
import { sessionCookies } from '../support/session-cookies'
import { startTestBackend } from '../support/start-backend'
import { expect, test as base } from './fixtures'

/**
 * `output` is what the site’s process has written so far; `passTime` moves the site’s clock forward by 6 minutes (or
 * CLOCK_STEP): longer than any stored page lasts, but sessions outlive several such steps.
 */
export type OwnSite = {
  url: string
  backend: StartedBackend
  /** The owner of its database. */
  sql: postgres.Sql
  output: () => string
  passTime: () => Promise<void>
}

/** Node closes idle connections after 5 seconds, just when a test that waited may use one again. */
const longConnections = ['--keepAliveTimeout', '75000']

const clock = pathToFileURL(join(projectRoot, 'tests/support/moving-clock.ts')).href

/**
 * Starts a site with its own Supabase, the example board and the demo accounts.
 * @param options.supabase the address that the site is given instead of the backend's own
 * @param options.env further configuration
 */
export async function startOwnSite(
  options: { supabase?: (backend: StartedBackend) => Promise<string>; env?: Record<string, string> } = {},
): Promise<OwnSite & { stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-own-'))
  const backend = await startTestBackend(folder, { seed: true })
  await createDemoAccounts(backend)
  const port = await findFreePort(30_000 + (process.pid % 2_000))
  const url = `http://localhost:${port}`
  const server = spawnNode(nextCommand, ['start', '--port', String(port), ...longConnections], {
    cwd: projectRoot,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NODE_OPTIONS: `--import ${clock}`,
      NEXT_TELEMETRY_DISABLED: '1',
      NEXT_PUBLIC_SUPABASE_URL: (await options.supabase?.(backend)) ?? backend.url,
      NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
      SUPABASE_SECRET_KEY: backend.secretKey,
      SITE_URL: url,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [server.stdout!, server.stderr!]) stream.on('data', (part) => (output += part))
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} })
  const stop = async () => {
    await endChild(server)
    await sql.end()
    await backend.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await waitUntil('The start of the site', (signal) => {
      if (server.exitCode !== null) throw new Error(`The site ended:\n${output}`)
      return fetch(`${url}/api/health`, { signal }).then(({ ok }) => ok)
    })
  } catch (error) {
    await stop()
    throw error
  }
  const passTime = async () => {
    const moved = once(server, 'message')
    server.kill('SIGUSR2')
    await moved
  }
  return { url, backend, sql, output: () => output, passTime, stop }
}

/** A test on such a site, which it may stop. */
export const test = base.extend<object, { own: OwnSite }>({
  own: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { stop, ...own } = await startOwnSite()
      try {
        await use(own)
      } finally {
        await stop()
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ own }, use) => use(own.url),
})

/** Gives the browser a session of a demo account on such a site. */
export async function signInOn(
  page: Page,
  own: Pick<OwnSite, 'url' | 'backend'>,
  email: string,
): Promise<void> {
  const account = { email, password: demoPassword }
  await page.context().addCookies(await sessionCookies(own.backend, account, own.url))
}

/** Opens a page of such a site as the demo member. */
export async function openAsMember(page: Page, own: OwnSite, path: string): Promise<void> {
  await signInOn(page, own, 'member@example.com')
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
}

/** Starts the API again and waits until the site can reach all of it. */
export async function startAgain(own: OwnSite, request: APIRequestContext): Promise<void> {
  await own.backend.api.start()
  await expect
    .poll(async () => (await request.get('/api/health/ready')).status(), { timeout: 60_000 })
    .toBe(200)
}
