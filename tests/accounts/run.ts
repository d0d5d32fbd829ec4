import { run } from '../support/command.ts'

// npm run test:accounts -- <site> <supabase> <publishable key> <secret key> [parts of file names]: runs account
// journeys on a running site and its project. Set TEST_MAILBOX to a folder of emails as JSON files to read the emails
// themselves. Otherwise the operator's key provides the links.
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
