import { run } from '../support/command.ts'

// npm run test:api -- <supabase> <publishable key> <secret key>: asks a project with the migrations what the site and the
// tests count on. Makes two accounts, a post and a few canned answers, and takes them away again.
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
