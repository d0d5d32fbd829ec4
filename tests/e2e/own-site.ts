import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nextCommand } from '../../supabase/commands/build-site'
import { projectRoot, type StartedBackend } from '../../supabase/local/backend'
import { createDemoAccounts } from '../../supabase/local/demo-accounts'
import { findFreePort } from '../../supabase/local/ports'
import { endChild, spawnNode, waitUntil } from '../../supabase/local/processes'
import { startTestBackend } from '../support/start-backend'
import { test as base } from './fixtures'

/** `output` is what the site's process has written so far; `passTime` makes it 16 minutes later for the site. */
export type OwnSite = { url: string; backend: StartedBackend; output: () => string; passTime: () => void }

const clock = pathToFileURL(join(projectRoot, 'tests/support/moving-clock.ts')).href

/** A test on a site and a Supabase of its own, which it may stop: the example board and the demo accounts. */
export const test = base.extend<object, { own: OwnSite }>({
  own: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'signpost-own-'))
      // Entered by the user a root's PostgreSQL runs as.
      chmodSync(folder, 0o711)
      const backend = await startTestBackend(folder, { seed: true })
      await createDemoAccounts(backend)
      const port = await findFreePort(30_000 + (process.pid % 2_000))
      const url = `http://localhost:${port}`
      const server = spawnNode(nextCommand, ['start', '--port', String(port)], {
        cwd: projectRoot,
        env: {
          ...process.env,
          NODE_ENV: 'production',
          NODE_OPTIONS: `--import ${clock}`,
          NEXT_TELEMETRY_DISABLED: '1',
          NEXT_PUBLIC_SUPABASE_URL: backend.url,
          NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
          SUPABASE_SECRET_KEY: backend.secretKey,
          SITE_URL: url,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      for (const stream of [server.stdout!, server.stderr!]) stream.on('data', (part) => (output += part))
      try {
        await waitUntil('The start of the site', () => {
          if (server.exitCode !== null) throw new Error(`The site ended:\n${output}`)
          return fetch(`${url}/api/health`).then(({ ok }) => ok)
        })
        await use({ url, backend, output: () => output, passTime: () => void server.kill('SIGUSR2') })
      } finally {
        await endChild(server)
        await backend.stop()
        rmSync(folder, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ own }, use) => use(own.url),
})
