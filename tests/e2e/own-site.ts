import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nextCommand } from '../../supabase/commands/build-site'
import { projectRoot, type StartedBackend } from '../../supabase/local/backend'
import { createDemoAccounts } from '../../supabase/local/demo-accounts'
import { findFreePort, endChild, spawnNode, waitUntil } from '../../supabase/local/processes'
import { startTestBackend } from '../support/start-backend'
import { test as base } from './fixtures'

/**
 * `output` is what the site’s process has written so far; `passTime` moves the site’s clock forward by 6 minutes (or
 * CLOCK_STEP): longer than any stored page lasts, but sessions outlive several such steps.
 */
export type OwnSite = {
  url: string
  backend: StartedBackend
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
  const stop = async () => {
    await endChild(server)
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
  return { url, backend, output: () => output, passTime, stop }
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
