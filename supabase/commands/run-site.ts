import { projectRoot } from '../local/backend.ts'
import type { Run } from '../local/keep-running.ts'
import { endChild, endOf, hasEnded, spawnNode, waitUntil } from '../local/processes.ts'
import { nextCommand } from './build-site.ts'
import { addressOf, isFree, portHint } from './listening.ts'
import { fileURLToPath } from 'node:url'

/**
 * Starts the site. Resolves once it answers.
 * @param build the folder of the build to serve; without one, the site reloads on changes
 * @param host without one, it listens on every address
 */
export async function runSite(build: string | null, port: number, host: string | undefined): Promise<Run> {
  if (!(await isFree(port, host))) {
    throw new Error(`Port ${port} is in use by another program. ${portHint(build ? 'start' : 'dev')}`)
  }
  const options = ['--port', String(port), ...(host ? ['--hostname', host] : [])]
  const child = spawnNode(nextCommand, [build ? 'start' : 'dev', ...options], {
    cwd: projectRoot,
    env: {
      ...process.env,
      PORT: String(port),
      ...(build && { NODE_OPTIONS: withMemoryLimits(process.env.NODE_OPTIONS) }),
      NEXT_TELEMETRY_DISABLED: '1',
      ...(build && { SIGNPOST_BUILD_FOLDER: build }),
    },
    stdio: ['ignore', build ? 'ignore' : 'inherit', 'inherit'],
  })
  const isReady = (signal: AbortSignal) => {
    if (hasEnded(child)) throw new Error("The site didn't start. See the output above.")
    return fetch(`${addressOf(host, port)}/api/health`, { signal }).then(({ ok }) => ok)
  }
  try {
    await waitUntil('The start of the site', isReady)
  } catch (error) {
    await endChild(child)
    throw error
  }
  return { ended: endOf(child), stop: () => endChild(child) }
}

const worker = fileURLToPath(new URL('worker.ts', import.meta.url))

/** Starts the worker. The site works without it, so nothing waits for it. */
export async function runWorker(): Promise<Run> {
  const child = spawnNode(worker, [], {
    cwd: projectRoot,
    env: { ...process.env, NODE_OPTIONS: '--conditions=react-server' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { ended: endOf(child), stop: () => endChild(child, 15_000) }
}

const limits = ['--max-old-space-size=384', '--max-semi-space-size=8']

/**
 * NODE_OPTIONS for a process of the site: V8 frees what pages left behind before it needs more memory than a small
 * server has. A limit that is already set stays. The Dockerfile and deploy/systemd set the same.
 */
export function withMemoryLimits(options = ''): string {
  const set = options.replaceAll('_', '-')
  return [options, ...limits.filter((limit) => !set.includes(limit.split('=')[0]!))].join(' ').trim()
}
