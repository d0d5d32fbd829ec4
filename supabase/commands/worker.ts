import {
  checkEnvironment,
  fail,
  isBackendConfigured,
  loadEnvironment,
  readOptions,
  useLocalBackend,
} from './environment.ts'

const { once } = readOptions(
  `Usage: npm run worker [-- --once]

Sends notifications and emails and cleans up, until it is stopped. npm start runs one next to the site.

  --once  does what is due and exits, for cron`,
  'once',
)
try {
  loadEnvironment()
  if (!isBackendConfigured()) await useLocalBackend()
  await checkEnvironment()
  const { env } = await import('../../lib/env.ts')
  const { work, workOnce } = await import('../../lib/jobs/work.ts')
  const { DATABASE_URL, SMTP_URL } = env
  if (!DATABASE_URL) {
    throw new Error(
      `The site uses ${env.NEXT_PUBLIC_SUPABASE_URL}. Set DATABASE_URL to the connection string of its database.`,
    )
  }
  if (!SMTP_URL)
    console.warn('SMTP_URL is not set. Emails are sent once an admin sets up a mail server in the dashboard.')
  if (once) {
    await workOnce(DATABASE_URL)
    process.exit(0)
  }
  const { stop } = await work(DATABASE_URL)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(0)))
  }
  console.log('The worker is running.')
} catch (error) {
  fail(error)
}
