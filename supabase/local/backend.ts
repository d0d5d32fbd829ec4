import { existsSync, renameSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Api, answers, migrate, startApi } from './api.ts'
import { claimFolder } from './claim.ts'
import { writeConfig, readSecrets } from './config.ts'
import { findFreePort, isRunning } from './processes.ts'
import { startPostgres } from './postgres.ts'
import { prepareDatabase, prepareMigration } from './migrations.ts'
import { writePrivateFile } from './private-files.ts'

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

/** Where the local backend's data, keys, emails and logs are. */
export const dataFolder = () => resolve(projectRoot, process.env.SIGNPOST_DATA || '.signpost')

/** A running Supabase and everything needed to use it. */
export type Backend = {
  url: string
  publishableKey: string
  secretKey: string
  databaseUrl: string
  /** The SMTP address of the mailbox. */
  smtpUrl: string
  /** The folder with the emails that it caught. */
  mailbox: string
  /** Where links in emails lead, if that was said. */
  siteUrl?: string
  /** True if this call found an empty database. */
  isNew: boolean
  /** Stops other processes from using it, because it is about to end. */
  retire: () => void
  /** Stops it, unless another process started it. */
  stop: () => Promise<void>
}

/** A backend that this process started. Its API can be stopped alone, to test outages. */
export type StartedBackend = Backend & { api: Api }

type Addresses = Pick<Backend, 'url' | 'databaseUrl' | 'smtpUrl' | 'siteUrl'>
type Running = Addresses & { pid: number; isEnding: boolean }

export type BackendOptions = {
  /** The folder of the data, keys and logs. */
  folder?: string
  /** Where links in emails lead. */
  siteUrl?: string
  /** Fill an empty database with the example board (supabase/seed.sql). */
  seed?: boolean
  /** Never add the example board to this folder, until its data is deleted. */
  empty?: boolean
  durable?: boolean
  /** A folder whose supabase/migrations are used instead of this project's. */
  project?: string
  /** Delete the data of earlier starts. Refused while a backend uses it. */
  anew?: boolean
  /** The ports to try first, before the ones above them. */
  apiPort?: number
  databasePort?: number
  mailPort?: number
  /** Called after each step. */
  report?: (done: string) => void
}

/** How long another process may take to start (all migrations on a small machine), answer or end, in milliseconds. */
const patience = 180_000

/**
 * The backend that another process of this project runs in the folder, or null. Waits while it is starting, ending or
 * too busy to answer.
 */
export async function findBackend(folder?: string): Promise<Backend | null> {
  const place = placeOf({ folder })
  if (!existsSync(place)) return null
  const found = await findOrClaim(place)
  if (typeof found !== 'function') return found
  found()
  return null
}

const placeOf = ({ folder }: BackendOptions) => folder ?? dataFolder()

/** The backend that runs in the folder. If there is none, claims the folder and returns a function that releases it. */
async function findOrClaim(folder: string): Promise<Backend | (() => void)> {
  const deadline = Date.now() + patience
  for (;;) {
    const found = (await readRunning(folder)) ?? claimFolder(folder)
    if (found) return found
    if (Date.now() > deadline) {
      throw new Error(
        `Another process is using the local Supabase in ${folder} but isn't responding. Stop it first.`,
      )
    }
    await sleep(100)
  }
}

async function readRunning(folder: string): Promise<Backend | null> {
  const text = await readFile(join(folder, 'running.json'), 'utf8').catch(() => '')
  if (!text) return null
  const { isEnding, ...running } = JSON.parse(text) as Running
  if (isEnding || !isRunning(running.pid) || !(await answers(running.url))) return null
  const { publishableKey, secretKey } = readSecrets(folder)
  return {
    ...running,
    publishableKey,
    secretKey,
    mailbox: join(folder, 'mail'),
    isNew: false,
    retire: () => {},
    stop: async () => {},
  }
}

/** The running backend, or a new one that the caller has to stop. */
export async function useBackend(options: BackendOptions = {}): Promise<Backend> {
  const folder = placeOf(options)
  const found = await findOrClaim(folder)
  if (typeof found === 'function') return startClaimed({ ...options, folder }, found)
  if (options.anew)
    throw new Error('The local Supabase is running. Stop it first (Ctrl-C where npm start runs).')
  return found
}

/**
 * Starts PostgreSQL and the Supabase API on it, with all migrations. Keeps the data of earlier starts. Rejects if a
 * backend runs in the folder.
 */
export async function startBackend(options: BackendOptions = {}): Promise<StartedBackend> {
  const folder = placeOf(options)
  const release = claimFolder(folder)
  if (!release) throw new Error(`Another process is running a local Supabase in ${folder}.`)
  return startClaimed({ ...options, folder }, release)
}

type Claimed = BackendOptions & { folder: string }

async function startClaimed(options: Claimed, release: () => void): Promise<StartedBackend> {
  try {
    return await start(options, release)
  } catch (error) {
    release()
    throw error
  }
}

async function start(options: Claimed, release: () => void): Promise<StartedBackend> {
  const { startMailbox } = await loadMailbox()
  const { folder, report = () => {} } = options
  if (options.anew) {
    for (const name of ['postgres', 'supabase', 'mail', 'stays-empty'])
      rmSync(join(folder, name), { recursive: true, force: true })
  }
  const secrets = readSecrets(folder)
  const logFile = join(folder, 'postgres.log')
  const database = await startPostgres({
    folder,
    password: secrets.password,
    logFile,
    durable: options.durable ?? true,
    preferredPort: options.databasePort,
  })
  report('PostgreSQL')
  try {
    const databaseUrl = `postgresql://postgres:${secrets.password}@127.0.0.1:${database.port}/postgres`
    const mailFolder = join(folder, 'mail')
    const mailbox = await startMailbox(mailFolder, options.mailPort)
    const facts = { databaseUrl, smtpPort: mailbox.port, secrets, siteUrl: options.siteUrl }
    const logged = { folder, secrets: [secrets.password, secrets.jwtSecret, secrets.secretKey] }
    const wantedPort = options.apiPort ?? 54321
    const missing = await prepareMigration(databaseUrl, options.project)
    if (missing > 0) {
      const config = writeConfig(folder, { ...facts, apiPort: wantedPort })
      await migrate({ ...logged, config }, options.project)
      report(`${missing} migrations`)
    }
    const emptyMark = join(folder, 'stays-empty')
    if (options.empty) writePrivateFile(emptyMark, '')
    const wantsSeed = (options.seed ?? true) && !existsSync(emptyMark)
    const isNew = await prepareDatabase(databaseUrl, wantsSeed)
    if (isNew && wantsSeed) report('Example board')
    const { url, api } = await startApiOnFreePort(wantedPort, (port, url) =>
      startApi({ ...logged, config: writeConfig(folder, { ...facts, apiPort: port }), url }),
    )
    report('Supabase API')
    const note = join(folder, 'running.json')
    const smtpUrl = `smtp://127.0.0.1:${mailbox.port}?ignoreTLS=true`
    const addresses: Addresses = { url, databaseUrl, smtpUrl, siteUrl: options.siteUrl }
    const running: Running = { ...addresses, pid: process.pid, isEnding: false }
    const tell = (state: Running) => {
      // Write atomically, so that no one reads half of it.
      writePrivateFile(`${note}.new`, JSON.stringify(state))
      renameSync(`${note}.new`, note)
    }
    tell(running)
    const retire = () => tell({ ...running, isEnding: true })
    const stop = async () => {
      retire()
      await api.stop()
      await mailbox.stop()
      await database.stop()
      rmSync(note, { force: true })
      release()
    }
    const { publishableKey, secretKey } = secrets
    return {
      ...addresses,
      publishableKey,
      secretKey,
      mailbox: mailFolder,
      isNew,
      api,
      retire,
      stop,
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** The mailbox needs development packages, which a site with a hosted project doesn't install. */
function loadMailbox(): Promise<typeof import('./mailbox.ts')> {
  return import('./mailbox.ts').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error(
      "No Supabase project is configured (see .env.example), and the local one isn't installed. Run npm ci.",
      { cause: error },
    )
  })
}

/** Tries again, because another program may take a port between finding it free and using it. */
async function startApiOnFreePort(
  preferred: number,
  start: (port: number, url: string) => Promise<Api>,
): Promise<{ url: string; api: Api }> {
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort(preferred)
    const url = `http://127.0.0.1:${port}`
    try {
      return { url, api: await start(port, url) }
    } catch (error) {
      if (attempt === 5 || (await findFreePort(port)) === port) throw error
    }
  }
}
