import { run } from '../support/command.ts'

// npm run test:api -- <supabase> <publishable key> <secret key>: checks that a migrated project answers as the site and
// the tests expect. Creates a few accounts, posts and saved replies, and deletes them afterwards.
const [supabase, publishableKey, secretKey] = process.argv.slice(2)
if (!secretKey) {
  console.error('npm run test:api -- <supabase> <publishable key> <secret key>')
  process.exit(2)
}
process.exitCode = await run('vitest', ['run', '--project', 'database', 'api-answers'], {
  env: {
    TEST_SUPABASE_URL: supabase!,
    TEST_SUPABASE_PUBLISHABLE_KEY: publishableKey!,
    TEST_SUPABASE_SECRET_KEY: secretKey,
  },
})
