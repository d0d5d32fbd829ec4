import { projectRoot } from '../local/backend.ts'
import type { Run } from '../local/keep-running.ts'
import { endChild, endOf, hasEnded, spawnNode, waitUntil } from '../local/processes.ts'
import { nextCommand } from './build-site.ts'
import { addressOf } from './listening.ts'

/** Starts the site; resolves once it answers. Without a host it listens on every address. */
export async function runSite(mode: 'start' | 'dev', port: number, host: string | undefined): Promise<Run> {
  const options = ['--port', String(port), ...(host ? ['--hostname', host] : [])]
  const child = spawnNode(nextCommand, [mode, ...options], {
    cwd: projectRoot,
    env: { ...process.env, PORT: String(port), NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', mode === 'dev' ? 'inherit' : 'ignore', 'inherit'],
  })
  const isReady = () => {
    if (hasEnded(child)) throw new Error('The site did not start; the reason stands above.')
    return fetch(`${addressOf(host, port)}/api/health`).then(({ ok }) => ok)
  }
  try {
    await waitUntil('The start of the site', isReady, 60_000)
  } catch (error) {
    await endChild(child)
    throw error
  }
  return { ended: endOf(child), stop: () => endChild(child) }
}
