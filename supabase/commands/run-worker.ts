import { fileURLToPath } from 'node:url'
import { projectRoot } from '../local/backend.ts'
import type { Run } from '../local/keep-running.ts'
import { endChild, endOf, spawnNode } from '../local/processes.ts'

const worker = fileURLToPath(new URL('worker.ts', import.meta.url))

/** Starts what does the jobs. Nobody waits for it: the site does without. */
export async function runWorker(): Promise<Run> {
  const child = spawnNode(worker, [], {
    cwd: projectRoot,
    env: { ...process.env, NODE_OPTIONS: '--conditions=react-server' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { ended: endOf(child), stop: () => endChild(child, 15_000) }
}
