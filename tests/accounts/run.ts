import { run } from '../support/command.ts'

// npm run test:accounts -- <site> <supabase> <publishable key> <secret key> [parts of file names]: walks the journeys of
// accounts on a running site and the project behind it. Set TEST_MAILBOX to a folder of mails as JSON files to
// follow the mails themselves; without it the operator's key gives the links.
const [site, supabase, publishableKey, secretKey, ...files] = process.argv.slice(2)
if (!secretKey) {
  console.error(
    'npm run test:accounts -- <site> <supabase> <publishable key> <secret key> [parts of file names]',
  )
  process.exit(2)
}
process.exitCode = await run('vitest', ['run', '--project', 'accounts', ...files], {
  env: {
    TEST_SITE_URL: site!,
    TEST_SUPABASE_URL: supabase!,
    TEST_SUPABASE_PUBLISHABLE_KEY: publishableKey!,
    TEST_SUPABASE_SECRET_KEY: secretKey,
  },
})
