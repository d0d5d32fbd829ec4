import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { nextCommand } from '../../supabase/commands/build-site.ts'
import { projectRoot, type StartedBackend } from '../../supabase/local/backend.ts'
import { findFreePort, endChild, spawnNode, waitUntil } from '../../supabase/local/processes.ts'
import { fillBoard } from '../support/board.ts'
import { startTestBackend } from '../support/start-backend.ts'
import { onEnd, temporaryFolder } from '../support/clean-up.ts'
import { run } from '../support/command.ts'
import { output } from './tally.ts'

type Site = { site: string; port: number; backend: StartedBackend; settings: Record<string, string> }
let prepared: Promise<Site> | undefined

/** A Supabase with the example board, and the site built for it. Created once per run, on first use. */
export const prepareSite = (options: { onlyExample?: boolean } = {}): Promise<Site> =>
  (prepared ??= prepare(options))

async function prepare({ onlyExample }: { onlyExample?: boolean }): Promise<Site> {
  // Start at a port that depends on the process id, so that parallel runs rarely try the same ports.
  const port = await findFreePort(3900 + (process.pid % 80))
  const site = `http://localhost:${port}`
  const backend = await startTestBackend(temporaryFolder(), { siteUrl: site, seed: true })
  onEnd(() => backend.stop())
  if (!onlyExample) await fillBoard(backend.databaseUrl)
  const settings = {
    NEXT_PUBLIC_SUPABASE_URL: backend.url,
    NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
    SITE_URL: site,
    // Tests that count attempts set their address in X-Forwarded-For.
    TRUSTED_PROXIES: '1',
    SIGNPOST_MAILBOX: backend.mailbox,
    SIGNPOST_SAVES_MAILS: '1',
    AUTH_PROVIDERS: 'github',
    // For the tests' webhook receivers.
    WEBHOOKS_TO_LOOPBACK: '1',
    // Keep apart from the build of a site that runs from this folder.
    SIGNPOST_BUILD_FOLDER: '.next/test',
  }
  const code = await run('node', ['tests/run/build.ts'], { env: settings })
  if (code !== 0) throw new Error("Couldn't build the site.")
  return { site, port, backend, settings }
}

/**
 * Serves the built site on its own Supabase until the run ends.
 * @param options.onlyExample without what tests add to the example board
 * @returns the environment variables that tell browser tests about both
 */
export async function serveSite(options: { onlyExample?: boolean } = {}): Promise<Record<string, string>> {
  const { site, port, backend, settings } = await prepareSite(options)
  const secrets = { JOBS_SECRET: randomUUID(), MAIL_WEBHOOK_SECRET: randomUUID() }
  const log = await start(site, port, {
    ...settings,
    ...secrets,
    DATABASE_URL: backend.databaseUrl,
    SMTP_URL: backend.smtpUrl,
    MAIL_FROM: 'Signpost <signpost@localhost>',
  })
  return {
    ...settings,
    TEST_SITE_URL: site,
    TEST_SITE_LOG: log,
    TEST_DATABASE_URL: backend.databaseUrl,
    TEST_SUPABASE_URL: backend.url,
    TEST_SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    TEST_MAILBOX: backend.mailbox,
    TEST_JOBS_SECRET: secrets.JOBS_SECRET,
    TEST_MAIL_WEBHOOK_SECRET: secrets.MAIL_WEBHOOK_SECRET,
  }
}

/** Starts the site with additional variables, and returns the file with its output. */
async function start(site: string, port: number, settings: Record<string, string>): Promise<string> {
  // Node closes idle connections after 5 seconds, just when a waiting test may use one again.
  const args = ['start', '--port', String(port), '--keepAliveTimeout', '75000']
  const server = spawnNode(nextCommand, args, {
    cwd: projectRoot,
    env: { ...process.env, ...settings, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onEnd(() => endChild(server))
  const log = join(output, 'site.log')
  const kept = createWriteStream(log)
  for (const stream of [server.stdout!, server.stderr!]) stream.on('data', (part) => kept.write(part))
  server.stderr!.pipe(process.stderr, { end: false })
  const answers = (signal: AbortSignal) => {
    // Another site at the same address would answer too.
    if (server.exitCode !== null) throw new Error(`The site ended: see ${log}`)
    return fetch(site, { signal }).then(({ ok }) => ok)
  }
  await waitUntil('The start of the site', answers)
  return log
}
