import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { findFreePort, endChild, endOf, waitUntil } from '../../supabase/local/processes.ts'
import { findProgram } from './programs.ts'

/** A Redis (or Valkey) of its own, which forgets everything when it ends. */
export type RedisServer = {
  url: string
  /** Kills it, and starts it again at the same address. */
  kill: () => Promise<void>
  start: () => Promise<void>
  /** Pauses it: it keeps its connections but doesn't answer until it continues. */
  stall: () => void
  goOn: () => void
  stop: () => Promise<void>
}

/** Its name, or the path in REDIS_SERVER, to try another kind or version. */
export const redisNames = process.env.REDIS_SERVER
  ? [process.env.REDIS_SERVER]
  : ['redis-server', 'valkey-server']

export async function startRedis(): Promise<RedisServer> {
  const program = findProgram(...redisNames)
  const port = await findFreePort(6400 + (process.pid % 500))
  let server: ChildProcess | undefined
  process.once('exit', () => server?.kill('SIGKILL'))
  const options = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()]
  async function start() {
    server = spawn(program, ['--port', String(port), ...options], { stdio: 'ignore', detached: true })
    await waitUntil('The start of Redis', () => isOpen(port))
  }
  async function kill() {
    const ended = endOf(server!)
    server!.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    stall: () => void server!.kill('SIGSTOP'),
    goOn: () => void server!.kill('SIGCONT'),
    stop: async () => {
      server!.kill('SIGCONT')
      await endChild(server!)
    },
  }
}

/** Whether something listens there. */
async function isOpen(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
  return true
}
