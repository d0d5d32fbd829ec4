import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestBackend } from './start-backend.ts'

/** A throw-away Supabase for the database tests, unless the environment names one already. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'signpost-test-'))
  const backend = await startTestBackend(folder)
  process.env.TEST_DATABASE_URL = backend.databaseUrl
  process.env.TEST_SUPABASE_URL = backend.url
  process.env.TEST_SUPABASE_PUBLISHABLE_KEY = backend.publishableKey
  process.env.TEST_SUPABASE_SECRET_KEY = backend.secretKey
  return async () => {
    await backend.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
