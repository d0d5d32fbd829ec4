import { randomUUID } from 'node:crypto'
import { type Backend, dataFolder } from '../local/backend.ts'
import { closeDemoAccounts, type DemoAccount, listUsableDemoAccounts } from '../local/demo-accounts.ts'
import { type Kept, keepRunning } from '../local/keep-running.ts'
import { findFreePort } from '../local/processes.ts'
import { buildSite, findBuild, holdBuild, isBuildFresh, outdateBuild, removeOldBuilds } from './build-site.ts'
import {
  checkEnvironment,
  fail,
  isBackendConfigured,
  loadEnvironment,
  useLocalBackend,
} from './environment.ts'
import { addressOf, chosenHost, isLoopback, portHint } from './listening.ts'
import { runSite, runWorker } from './run-site.ts'
import { showWaitingPage } from './waiting-page.ts'

/**
 * Starts the whole product and keeps it running until Ctrl-C or until the parent process ends.
 * @param mode 'start' serves the production build, and builds it if it is missing or out of date; 'dev' reloads on
 * changes
 * @param empty whether new data begins with an empty board
 */
export async function serve(mode: 'start' | 'dev', empty = false): Promise<void> {
  loadEnvironment()
  let backend: Backend | null = null
  let site: Kept | null = null
  let worker: Kept | null = null
  let isStopping = false
  const report = startSteps()

  async function stop(code: number): Promise<never> {
    if (isStopping) return new Promise(() => {})
    isStopping = true
    backend?.retire()
    await Promise.all([site?.stop(), worker?.stop()])
    await backend?.stop()
    process.exit(code)
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal === 'SIGINT' ? 130 : 143))
  }
  // If npm is killed, it passes no signal on. Getting another parent process is the only sign.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && void stop(1), 1_000).unref()

  try {
    const wantedPort = Number(process.env.PORT || 3000)
    if (!Number.isInteger(wantedPort) || wantedPort < 1 || wantedPort > 65_535) {
      throw new Error(`PORT must be a number from 1 to 65535, not "${process.env.PORT}". See .env.example.`)
    }
    const port = await findFreePort(wantedPort)
    const host = chosenHost() ?? (isBackendConfigured() ? undefined : '127.0.0.1')
    const address = addressOf(host, port)
    process.env.SITE_URL ||= address
    // With it, the worker tells the site what it published.
    process.env.JOBS_SECRET ||= randomUUID()
    if (!isBackendConfigured()) {
      backend = await useLocalBackend({ siteUrl: process.env.SITE_URL, empty, report })
      if (backend.isNew) outdateBuild()
      if (empty && !backend.isNew)
        console.log(
          '--empty changes nothing: this board has data already. To start over: npm run db:reset -- --empty',
        )
      // Its emails contain links that sign people in.
      if (isLoopback(host)) process.env.SIGNPOST_MAILBOX = backend.mailbox
    }
    await checkEnvironment()
    // Before the build: it may take as long as the API keeps connections open, and a request on a closed one fails.
    const accounts = backend ? await listAccounts(backend, host) : []
    const build = mode === 'start' ? await takeBuild(report, { address, port, host }) : null
    site = await keepRunning('The site', () => runSite(build, port, host))
    report('Site')
    if (process.env.DATABASE_URL) worker = await keepRunning('The worker', runWorker)
    else console.log('DATABASE_URL is not set, so there are no notifications or emails.')
    if (!isStopping) greet({ mode, address, port, wantedPort, host, backend, accounts })
  } catch (error) {
    if (!isStopping) {
      await backend?.stop()
      fail(error)
    }
  }
}

/**
 * The folder of a matching build, which is built if there is none. No one deletes it while this process runs. Until it
 * is built, a page waits at the site's address.
 */
async function takeBuild(
  report: (done: string) => void,
  { address, port, host }: Pick<Facts, 'address' | 'port' | 'host'>,
): Promise<string> {
  if (isBuildFresh()) {
    const build = findBuild()!
    holdBuild(build)
    removeOldBuilds()
    return build
  }
  console.log('Building the site. This takes about a minute; later starts are faster.')
  const stopWaiting = await showWaitingPage(port, host)
  console.log(`Open ${address} now, and the site shows as soon as it's ready.`)
  const startedAt = performance.now()
  const progress = setInterval(() => {
    console.log(`Still building (${Math.round((performance.now() - startedAt) / 1000)} s)`)
  }, 15_000)
  const build = await buildSite({ quiet: true }).finally(() => {
    clearInterval(progress)
    return stopWaiting()
  })
  report('Build')
  return build
}

/** The demo accounts. If others can reach the site, none keeps its well-known password. */
function listAccounts(backend: Backend, host: string | undefined): Promise<DemoAccount[]> {
  return isLoopback(host) ? listUsableDemoAccounts(backend) : closeDemoAccounts(backend)
}

/** Returns a function that prints that a step is done, and how long it took. */
function startSteps(): (done: string) => void {
  let since = performance.now()
  return (done) => {
    const now = performance.now()
    console.log(`${done.padEnd(20)}${((now - since) / 1000).toFixed(1).padStart(5)} s`)
    since = now
  }
}

type Facts = {
  mode: 'start' | 'dev'
  address: string
  port: number
  wantedPort: number
  host: string | undefined
  backend: Backend | null
  accounts: { email: string; password: string }[]
}

/** Prints where everything is. */
function greet({ mode, address, port, wantedPort, host, backend, accounts }: Facts): void {
  const lines = ['']
  if (port !== wantedPort) {
    lines.push(`Port ${wantedPort} is in use, using port ${port} instead. ${portHint(mode)}`)
  }
  lines.push(`Signpost is ready on ${address}`)
  if (backend) {
    const isOpen = !isLoopback(host)
    lines.push(`Local Supabase is running at ${backend.url}, with its data in ${dataFolder()}.`)
    lines.push(
      isOpen
        ? `Other machines can reach the site (HOST). Emails are saved as files in ${backend.mailbox}.`
        : `Read its emails at ${address}/mailbox.`,
    )
    for (const { email, password } of accounts)
      lines.push(`Sign in as ${email} with the password ${password}`)
    if (isOpen && accounts.length > 0) lines.push('These passwords are new and only shown once.')
  }
  lines.push('Press Ctrl-C to stop.')
  console.log(lines.join('\n'))
}
