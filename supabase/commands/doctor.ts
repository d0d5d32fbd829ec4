import { findBackend } from '../local/backend.ts'
import { connect } from './connection.ts'
import { checkCaptcha } from './doctor-captcha.ts'
import { checkAttempts, checkDatabase, checkProject, type Finding } from './doctor-checks.ts'
import { checkEnvironment, fail, isBackendConfigured, loadEnvironment } from './environment.ts'

// npm run doctor: looks whether everything is as it should be, and says how to mend what is not.
loadEnvironment()
try {
  const findings: Finding[] = []
  if (!isBackendConfigured()) {
    const local = await findBackend()
    if (!local)
      throw new Error('No Supabase project is configured and the local one does not run: npm start.')
    process.env.NEXT_PUBLIC_SUPABASE_URL = local.url
    process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY = local.publishableKey
    process.env.SUPABASE_SECRET_KEY = local.secretKey
    process.env.DATABASE_URL ||= local.databaseUrl
  }
  await checkEnvironment()
  findings.push({ what: 'The configuration can be read.', isFine: true })
  const { NEXT_PUBLIC_SUPABASE_URL: url, NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: key, SITE_URL } = process.env
  findings.push(...(await checkProject(url!, key!, SITE_URL || 'http://localhost:3000')))
  findings.push(await checkAttempts(url!, process.env.SUPABASE_SECRET_KEY, process.env.TRUSTED_PROXIES))
  findings.push(await checkCaptcha(url!, key!, process.env.CAPTCHA_PROVIDER || undefined))
  if (process.env.DATABASE_URL) {
    const { sql, end } = await connect()
    findings.push(...(await checkDatabase(sql, process.env.SITE_NAME || undefined)))
    await end()
  } else {
    console.log(
      'DATABASE_URL is not set: migrations, policies, buckets, admins and counts were not looked at.\n',
    )
  }
  for (const { what, isFine, advice } of findings) {
    console.log(`${isFine ? 'ok  ' : 'MEND'}  ${what}${advice ? `\n      ${advice}` : ''}`)
  }
  const count = findings.filter(({ isFine }) => !isFine).length
  console.log(`\n${count === 0 ? 'Everything is well.' : `${count} to mend.`}`)
  process.exit(count === 0 ? 0 : 1)
} catch (error) {
  fail(error)
}
