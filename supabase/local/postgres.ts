import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { keepRunning, type Run } from './keep-running.ts'
import { findFreePort, endOf, isRunning, waitUntil } from './processes.ts'
import { findPrograms, findUser, type Programs, type User } from './postgres-programs.ts'
import { appendPrivateFile, writePrivateFile } from './private-files.ts'

type Options = {
  folder: string
  password: string
  logFile: string
  durable: boolean
  preferredPort?: number
}
type Cluster = Options & { data: string; user: User | null; programs: Programs }

/**
 * Starts the PostgreSQL cluster in `folder` on a free port, creating it the first time, and restarts it if it stops.
 * `durable: false` is for throw-away databases: faster, but unsafe if the machine loses power.
 * @returns the port and a function that stops it; rejects if the server doesn't start
 */
export async function startPostgres(options: Options): Promise<{ port: number; stop: () => Promise<void> }> {
  const data = join(options.folder, 'postgres')
  const user = findUser(data)
  const cluster = { ...options, data, user, programs: await findPrograms(user) }
  await stopLeftover(data)
  if (!existsSync(join(data, 'PG_VERSION'))) await createCluster(cluster)
  // Retry, because another program may take the port between finding it free and using it.
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort(options.preferredPort ?? 54322)
    try {
      const { stop } = await keepRunning('PostgreSQL', () => startServer(cluster, port))
      return { port, stop }
    } catch (error) {
      if (attempt < 5 && endOfLog(options).includes('Address already in use')) continue
      throw error
    }
  }
}

async function createCluster(cluster: Cluster): Promise<void> {
  const { folder, data, user, password, durable } = cluster
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const passwordFile = join(folder, 'password')
  writePrivateFile(passwordFile, `${password}\n`)
  if (user) {
    // Needed once, to reach that file.
    chmodSync(folder, 0o711)
    for (const path of [data, passwordFile]) chownSync(path, user.uid, user.gid)
  }
  const place = placeOf(cluster)
  // As on hosted projects, and independent of the system's locales.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  try {
    const child = spawnProgram(cluster, 'initdb', [
      `--pgdata=${place}`,
      `--pwfile=${place}/../password`,
      '--username=postgres',
      '--auth=password',
      ...locale,
      ...(durable ? [] : ['--no-sync']),
    ])
    await endOf(child)
    if (child.exitCode !== 0) throw new Error(`PostgreSQL couldn't create a database.\n${endOfLog(cluster)}`)
  } finally {
    chmodSync(folder, 0o700)
    rmSync(passwordFile)
  }
}

async function startServer(cluster: Cluster, port: number): Promise<Run> {
  const settings = {
    listen_addresses: '127.0.0.1',
    // A leftover socket file in /tmp would block every other user from this port.
    unix_socket_directories: '',
    shared_buffers: '256MB',
    max_connections: '60',
    // As on hosted projects: floats lose digits when converted to text.
    extra_float_digits: '0',
    // As on hosted projects; a new cluster would use the machine's.
    timezone: 'UTC',
    lc_messages: 'C',
    ...(cluster.durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
  const child = spawnProgram(cluster, 'postgres', [
    '-D',
    placeOf(cluster),
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const ended = endOf(child)
  const closed = new Promise((resolve) => child.once('close', resolve))
  servers.add(child)
  void ended.then(() => servers.delete(child))
  const ready = new Promise<boolean>((resolve) => {
    child.stderr!.on('data', (part) => String(part).includes('ready to accept connections') && resolve(true))
    void ended.then(() => resolve(false))
  })
  if (!(await ready)) throw new Error(`PostgreSQL didn't start.\n${endOfLog(cluster)}`)
  return {
    ended,
    stop: async () => {
      child.kill('SIGINT')
      // The last lines of the log arrive after the process has ended. By then, the folder may be removed.
      await closed
    },
  }
}

/**
 * The data folder's path as PostgreSQL sees it. Its user may not be allowed to enter the folders above, but a process
 * can use the directory that it was started in.
 */
const placeOf = ({ data, user }: Cluster) => (user ? '/proc/self/cwd' : data)

/** Runs a program in the data folder that writes to the log. Its own process group keeps Ctrl-C from reaching it. */
function spawnProgram({ data, user, programs, logFile }: Cluster, name: keyof Programs, args: string[]) {
  const child = spawn(programs[name], args, {
    cwd: data,
    ...user,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  appendPrivateFile(logFile, '')
  child.once('error', (error) => appendPrivateFile(logFile, `${error.message}\n`))
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => appendPrivateFile(logFile, String(part)))
  }
  return child
}

const endOfLog = ({ logFile }: Options) => readFileSync(logFile, 'utf8').slice(-1000)

/** Stops the servers when this process ends, except by SIGKILL. */
const servers = new Set<ChildProcess>()
process.on('exit', () => servers.forEach((server) => server.kill('SIGINT')))
for (const [signal, number] of [
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const) {
  // Another listener ends the process in its own order.
  process.on(signal, () => process.listenerCount(signal) === 1 && process.exit(128 + number))
}

/**
 * Stops a server that outlived its parent (kill -9) and still holds the data folder. It first writes its memory to
 * disk, which takes a while on a slow disk.
 */
async function stopLeftover(data: string): Promise<void> {
  const pid = readProcess(data)
  if (!pid || !isRunning(pid) || !isPostgres(pid)) return
  process.kill(pid, 'SIGINT')
  await waitUntil(
    `The end of a PostgreSQL left over from an earlier start (process ${pid})`,
    () => Promise.resolve(!isRunning(pid)),
    120_000,
  )
}

/** The server's process id, as noted in its folder; null if there is no note. */
function readProcess(data: string): number | null {
  const file = join(data, 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null
}

/** Another program may have this process id by now. Only Linux lets us check. */
function isPostgres(pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`
  return !existsSync('/proc/self/cmdline') || readFileSync(commandLine, 'utf8').includes('postgres')
}
