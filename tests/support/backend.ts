import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { readSecrets } from '../../supabase/local/config.ts'
import { startTestBackend } from './start-backend.ts'
import { workers } from './long.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What each worker's tests find in their environment (choose-backend.ts). */
    backends: Record<string, string>[]
  }
}

/**
 * A throw-away Supabase for each worker, so that no other test file affects what a file counts, lists or locks. None if
 * the environment names one.
 */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_SUPABASE_URL) {
    project.provide('backends', [])
    return undefined
  }
  const started = await Promise.all(Array.from({ length: workers }, startOne))
  project.provide(
    'backends',
    started.map(({ env }) => env),
  )
  return async () => void (await Promise.all(started.map(({ stop }) => stop())))
}

/** With what its tests find in their environment. */
export async function startOne(): Promise<{ env: Record<string, string>; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-test-'))
  const backend = await startTestBackend(folder)
  return {
    env: {
      TEST_DATABASE_URL: backend.databaseUrl,
      TEST_SUPABASE_URL: backend.url,
      TEST_SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
      TEST_SUPABASE_SECRET_KEY: backend.secretKey,
      TEST_JWT_SECRET: readSecrets(folder).jwtSecret,
    },
    async stop() {
      await backend.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
