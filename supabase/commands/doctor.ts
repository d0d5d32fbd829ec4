import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBackend, projectRoot } from '../local/backend.ts'
import { connect } from './connection.ts'
import { checkAddresses, checkDatabaseAddress, checkSite } from './doctor-addresses.ts'
import { checkAttempts, checkCaptcha, checkProject, checkRedis } from './doctor-checks.ts'
import {
  checkAccountMails,
  checkDatabase,
  checkExport,
  checkJobs,
  checkMailServer,
  findChosenMailServer,
} from './doctor-database.ts'
import { broken, fine, type Finding, warning } from './doctor-finding.ts'
import { checkSettings } from './doctor-settings.ts'
import { checkEnvironment, fail, isBackendConfigured, loadEnvironment, readOptions } from './environment.ts'
import { siteAddress } from './listening.ts'

readOptions(`Usage: npm run doctor

Checks the whole setup and explains how to fix each problem. Exits with 1 if there is something to fix, and with 0 if
there are only warnings.`)
const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }
loadEnvironment()
try {
  const findings: Finding[] = []
  const isOwnProject = isBackendConfigured()
  const local = isOwnProject ? null : await findBackend()
  process.env.SITE_URL = siteAddress(local?.siteUrl)
  if (!isOwnProject) {
    if (!local)
      throw new Error(
        "No Supabase project is configured and the local one isn't running. Start it with npm start.",
      )
    process.env.NEXT_PUBLIC_SUPABASE_URL = local.url
    process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY = local.publishableKey
    process.env.SUPABASE_SECRET_KEY = local.secretKey
    process.env.DATABASE_URL ||= local.databaseUrl
  }
  await checkEnvironment()
  findings.push(fine('The configuration is valid.'))
  const { env } = await import('../../lib/env.ts')
  const { NEXT_PUBLIC_SUPABASE_URL: url, NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: key, SITE_URL: site } = env
  const { SUPABASE_SECRET_KEY: secretKey, SUPABASE_ACCESS_TOKEN: token, DATABASE_URL: database } = process.env
  const offered = env.AUTH_PROVIDERS.map((entry) => entry.split('=')[0]!)
  findings.push(...(await checkProject(url, key, site, offered, secretKey)))
  if (isOwnProject) findings.push(...(await checkAddresses(url, key, site)))
  findings.push(await checkAttempts(url, secretKey, env.TRUSTED_PROXIES))
  findings.push(await checkCaptcha(url, key, env.CAPTCHA_PROVIDER))
  if (isOwnProject && token) {
    findings.push(...(await checkSettings(url, token, Boolean(secretKey) && env.TRUSTED_PROXIES > 0)))
  } else if (isOwnProject) {
    findings.push(
      warning(
        "SUPABASE_ACCESS_TOKEN is not set, so email settings and limits weren't checked.",
        'Set it for this command: Account > Access Tokens.',
      ),
    )
  }
  findings.push(await checkSite(site, version))
  findings.push(await checkRedis(env.REDIS_URL))
  if (database) {
    findings.push(...(await checkDatabaseAddress(database)))
    const connection = await connect().catch((error: Error) => {
      findings.push(broken(error.message, 'Check DATABASE_URL: Connect > Session pooler in the project.'))
    })
    const own = env.SMTP_URL && new URL(env.SMTP_URL).hostname
    const chosen = connection ? await findChosenMailServer(connection.sql) : null
    findings.push(checkMailServer(isOwnProject, database, own ?? chosen))
    if (connection) {
      const { sql, end } = connection
      findings.push(...(await checkDatabase(sql, env.SITE_NAME)), ...(await checkJobs(sql)))
      findings.push(await checkExport(sql))
      if (isOwnProject) findings.push(...(await checkAccountMails(sql)))
      await end()
    }
  } else {
    findings.push(
      checkMailServer(isOwnProject),
      warning(
        "DATABASE_URL is not set, so migrations, policies, buckets, admins and counts weren't checked.",
        'Set it: Connect > Session pooler in the project.',
      ),
    )
  }
  const labels = { ok: 'ok  ', warn: 'WARN', fix: 'FIX ' }
  for (const { what, level, advice } of findings) {
    console.log(`${labels[level]}  ${what}${advice ? `\n      ${advice}` : ''}`)
  }
  const count = (wanted: Finding['level']) => findings.filter(({ level }) => level === wanted).length
  const [problems, warnings] = [count('fix'), count('warn')]
  const said = problems > 0 ? `${problems} to fix` : warnings > 0 ? 'Nothing to fix' : 'No problems found'
  const also = warnings > 0 ? `, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}` : ''
  console.log(`\n${said}${also}.`)
  process.exit(problems === 0 ? 0 : 1)
} catch (error) {
  fail(error)
}
