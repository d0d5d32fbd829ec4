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
 * Starts the PostgreSQL cluster in `folder`, creating it the first time, on a free port, and keeps it up there.
 * `durable: false` is for throw-away databases: faster, unsafe when the machine loses power.
 * @returns the port and how to stop it; rejects when the server does not come up
 */
export async function startPostgres(options: Options): Promise<{ port: number; stop: () => Promise<void> }> {
  const data = join(options.folder, 'postgres')
  const user = findUser(data)
  const cluster = { ...options, data, user, programs: await findPrograms(user) }
  await stopLeftover(data)
  if (!existsSync(join(data, 'PG_VERSION'))) await createCluster(cluster)
  // Between finding a port free and using it, another program may take it.
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
    // To reach that file, once.
    chmodSync(folder, 0o711)
    for (const path of [data, passwordFile]) chownSync(path, user.uid, user.gid)
  }
  const place = placeOf(cluster)
  // As hosted projects have it, and the same on every system, whatever its locales are.
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
    // A socket's file left over in /tmp would keep every other user from its port.
    unix_socket_directories: '',
    shared_buffers: '256MB',
    max_connections: '60',
    // As hosted projects have it: a float loses digits when it becomes text.
    extra_float_digits: '0',
    // Likewise; the folder has that of the machine.
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
      await ended
    },
  }
}

/**
 * Where the data lies for PostgreSQL. Another user than ours may not be allowed into the folders above it; where a
 * process was started, it gets without passing them.
 */
const placeOf = ({ data, user }: Cluster) => (user ? '/proc/self/cwd' : data)

/** A program in the data's folder that writes to the log, and in a group of its own: Ctrl-C reaches only us. */
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

/** Servers end with this process, however it ends, short of SIGKILL. */
const servers = new Set<ChildProcess>()
process.on('exit', () => servers.forEach((server) => server.kill('SIGINT')))
for (const [signal, number] of [
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const) {
  // Whoever else listens ends the process in an order of its own.
  process.on(signal, () => process.listenerCount(signal) === 1 && process.exit(128 + number))
}

/**
 * A server that outlived its parent (kill -9) still holds the data folder: it is asked to stop. Before that it writes
 * down what it holds in memory, which takes a slow disk a while.
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

/** The server's process as it is noted in its folder; null when there is no note. */
function readProcess(data: string): number | null {
  const file = join(data, 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null
}

/** A process number may have been given to another program since; only Linux lets us look. */
function isPostgres(pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`
  return !existsSync('/proc/self/cmdline') || readFileSync(commandLine, 'utf8').includes('postgres')
}
