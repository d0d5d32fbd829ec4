import type { ChildProcess } from 'node:child_process'
import { projectRoot, type Backend } from '../local/backend.ts'
import { demoPassword, listUsableDemoAccounts } from '../local/demo-accounts.ts'
import { findFreePort } from '../local/ports.ts'
import { endChild, spawnNode, waitUntil } from '../local/processes.ts'
import { buildSite, isBuildFresh, nextCommand } from './build-site.ts'
import {
  checkEnvironment,
  fail,
  isBackendConfigured,
  loadEnvironment,
  useLocalBackend,
} from './environment.ts'

/**
 * Brings the whole product up and keeps it up until Ctrl-C, the end of the parent, or the end of the site.
 * @param mode 'start' serves the production build, made when missing or stale; 'dev' reloads on change
 */
export async function serve(mode: 'start' | 'dev'): Promise<void> {
  loadEnvironment()
  let backend: Backend | null = null
  let site: ChildProcess | null = null
  let isStopping = false

  async function stop(code: number): Promise<never> {
    if (isStopping) return new Promise(() => {})
    isStopping = true
    if (site) await endChild(site)
    await backend?.stop()
    process.exit(code)
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal === 'SIGINT' ? 130 : 143))
  }
  // npm killed outright does not pass anything on: being handed to another parent is the only sign.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && void stop(1), 1_000).unref()

  try {
    const wantedPort = Number(process.env.PORT || 3000)
    if (!Number.isInteger(wantedPort) || wantedPort < 1 || wantedPort > 65_535) {
      throw new Error(`PORT must be a number from 1 to 65535, not "${process.env.PORT}". See .env.example.`)
    }
    const port = await findFreePort(wantedPort)
    process.env.SITE_URL ||= `http://localhost:${port}`
    if (!isBackendConfigured()) {
      console.log('Starting the local Supabase…')
      backend = await useLocalBackend(process.env.SITE_URL)
    }
    await checkEnvironment()
    if (mode === 'start' && !isBuildFresh()) {
      console.log('Building the site; this takes a minute and is done once.')
      await buildSite()
    }
    site = spawnNode(nextCommand, [mode, '--port', String(port)], {
      cwd: projectRoot,
      env: { ...process.env, PORT: String(port), NEXT_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', mode === 'dev' ? 'inherit' : 'ignore', 'inherit'],
    })
    site.once('exit', (code) => void stop(code ?? 1))
    const address = `http://localhost:${port}`
    await waitUntil('The start of the site', () => fetch(address).then(() => true), 60_000)
    if (!isStopping) await greet({ address, port, wantedPort, backend })
  } catch (error) {
    if (!isStopping) {
      await backend?.stop()
      fail(error)
    }
  }
}

async function greet(facts: { address: string; port: number; wantedPort: number; backend: Backend | null }) {
  const lines = ['']
  if (facts.port !== facts.wantedPort)
    lines.push(`Port ${facts.wantedPort} is taken, so this is port ${facts.port}.`)
  lines.push(`Signpost is ready on ${facts.address}`)
  if (facts.backend) {
    const accounts = await listUsableDemoAccounts(facts.backend)
    lines.push(
      `The local Supabase answers on ${facts.backend.url}; its data is kept in supabase/.temp/local.`,
    )
    lines.push(`Its e-mails can be read on ${facts.address}/mailbox.`)
    for (const email of accounts) lines.push(`Sign in as ${email} with the password ${demoPassword}`)
  }
  lines.push('Ctrl-C ends it.')
  console.log(lines.join('\n'))
}
