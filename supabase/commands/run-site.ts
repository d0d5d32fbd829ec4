import { projectRoot } from '../local/backend.ts'
import type { Run } from '../local/keep-running.ts'
import { endChild, endOf, hasEnded, spawnNode, waitUntil } from '../local/processes.ts'
import { nextCommand } from './build-site.ts'
import { addressOf } from './listening.ts'
import { withMemoryLimit } from './memory-limit.ts'

/**
 * Starts the site; resolves once it answers.
 * @param build the folder of the build to serve; without one it reloads on change
 * @param host without one it listens on every address
 */
export async function runSite(build: string | null, port: number, host: string | undefined): Promise<Run> {
  const options = ['--port', String(port), ...(host ? ['--hostname', host] : [])]
  const child = spawnNode(nextCommand, [build ? 'start' : 'dev', ...options], {
    cwd: projectRoot,
    env: {
      ...process.env,
      PORT: String(port),
      ...(build && { NODE_OPTIONS: withMemoryLimit(process.env.NODE_OPTIONS) }),
      NEXT_TELEMETRY_DISABLED: '1',
      ...(build && { SIGNPOST_BUILD_FOLDER: build }),
    },
    stdio: ['ignore', build ? 'ignore' : 'inherit', 'inherit'],
  })
  const isReady = (signal: AbortSignal) => {
    if (hasEnded(child)) throw new Error('The site did not start; the reason stands above.')
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
