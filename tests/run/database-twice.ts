import { readSecrets } from '../../supabase/local/config.ts'
import { startTestBackend } from '../support/start-backend.ts'
import { cleanUp, onEnd, temporaryFolder } from '../support/clean-up.ts'
import { run } from '../support/command.ts'

// npm run test:database-twice [-- files]: runs the database tests twice on one database. What a test leaves behind must
// not affect other tests or itself.
const folder = temporaryFolder()
const backend = await startTestBackend(folder)
onEnd(() => backend.stop())
const env = {
  TEST_DATABASE_URL: backend.databaseUrl,
  TEST_SUPABASE_URL: backend.url,
  TEST_SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
  TEST_SUPABASE_SECRET_KEY: backend.secretKey,
  TEST_JWT_SECRET: readSecrets(folder).jwtSecret,
}
const codes: number[] = []
for (let round = 0; round < 2; round++) {
  codes.push(await run('vitest', ['run', '--project', 'database', ...process.argv.slice(2)], { env }))
}
await cleanUp()
process.exit(Math.max(...codes))
