import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSite, isBuildFresh } from '../../supabase/commands/build-site.ts'
import type { StartedBackend } from '../../supabase/local/backend.ts'
import { type Cluster, startCluster } from '../../tests/support/cluster.ts'
import { startTestBackend } from '../../tests/support/start-backend.ts'

export type Stage = {
  backend: StartedBackend
  /** Instances of the built site that use this backend. */
  start: (count: number, hasProxy: boolean) => Promise<Cluster>
  /** What else to stop, last first. */
  onEnd: (step: () => Promise<unknown>) => void
}

/** Builds the site for a throw-away Supabase with the example board. Everything that was started ends with `play`. */
export async function withStage(play: (stage: Stage) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-cluster-'))
  const steps: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  const end = async () => {
    for (const step of steps.splice(0).toReversed()) await step()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void end().finally(() => process.exit(1)))
  }
  try {
    const backend = await startTestBackend(folder, { seed: true })
    steps.push(() => backend.stop())
    const env = {
      NEXT_PUBLIC_SUPABASE_URL: backend.url,
      NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
      SUPABASE_SECRET_KEY: backend.secretKey,
      // Keep apart from the build of a site that runs from this folder.
      SIGNPOST_BUILD_FOLDER: '.next/bench',
    }
    Object.assign(process.env, env)
    if (!isBuildFresh()) await buildSite()
    const start = async (count: number, hasProxy: boolean) => {
      const cluster = await startCluster({ count, hasProxy, env })
      steps.push(cluster.stop)
      return cluster
    }
    await play({ backend, start, onEnd: (step) => void steps.push(step) })
  } finally {
    await end()
  }
}
