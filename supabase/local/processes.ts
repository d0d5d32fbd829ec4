import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import getPort from 'get-port'

const watchdog = new URL('./watchdog.ts', import.meta.url).href

/**
 * Starts a Node program that ends when this process ends, even after a crash. It gets its own process group, so that
 * Ctrl-C only reaches us and we can stop everything in order.
 */
export function spawnNode(script: URL | string, args: string[], options: SpawnOptions): ChildProcess {
  const path = script instanceof URL ? fileURLToPath(script) : script
  return spawn(process.execPath, ['--import', watchdog, path, ...args], {
    ...options,
    env: { ...(options.env ?? process.env), WATCHED_BY: String(process.pid) },
    detached: true,
    stdio: [
      'ignore',
      ...(Array.isArray(options.stdio) ? options.stdio.slice(1, 3) : ['inherit', 'inherit']),
      'ipc',
    ] as SpawnOptions['stdio'],
  })
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Resolves when the child is gone. */
export function endOf(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    // It couldn't be started.
    child.once('error', () => resolve())
  })
}

/** Stops a child and its children: SIGTERM first, SIGKILL after `patience` ms. */
export async function endChild(child: ChildProcess, patience = 8_000): Promise<void> {
  if (hasEnded(child) || !child.pid) return
  const ended = endOf(child)
  signalGroup(child.pid, 'SIGTERM')
  const timer = setTimeout(() => signalGroup(child.pid!, 'SIGKILL'), patience)
  await ended
  clearTimeout(timer)
}

/** Signals a child and its own children. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // It already ended.
  }
}

/** Retry after this long without an answer. */
const longestTry = 5_000

/**
 * Waits until `ready` returns true. Throws an error that names `what` after `timeout` ms.
 * @param ready gets a signal that aborts its request, so that a server that never answers doesn't hold up the wait
 */
export async function waitUntil(
  what: string,
  ready: (signal: AbortSignal) => Promise<boolean>,
  timeout = 60_000,
): Promise<void> {
  const deadline = Date.now() + timeout
  while (!(await ready(AbortSignal.timeout(longestTry)).catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`${what} took longer than ${timeout / 1000} seconds.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The port itself if it is free, else the next free one above, else any free one. */
export async function findFreePort(preferred: number): Promise<number> {
  const ports = Array.from({ length: 20 }, (_, above) => preferred + above)
  return getPort({ port: ports.filter((port) => port < 65_536) })
}
