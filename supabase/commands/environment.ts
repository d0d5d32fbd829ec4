import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Backend, type BackendOptions, projectRoot, useBackend } from '../local/backend.ts'
import { createDemoAccounts } from '../local/demo-accounts.ts'

/** Reads .env.local and .env as Next does; variables that are already set take precedence. */
export function loadEnvironment(): void {
  for (const name of ['.env.local', '.env']) {
    const file = join(projectRoot, name)
    if (existsSync(file)) process.loadEnvFile(file)
  }
}

export function isBackendConfigured(): boolean {
  return Boolean(process.env.NEXT_PUBLIC_SUPABASE_URL)
}

/**
 * Starts or finds the local backend, and puts its addresses and keys into the environment. The first time, with demo
 * accounts and an example board. Emails go to its mailbox, unless the operator set a mail server.
 */
export async function useLocalBackend(
  options: Pick<BackendOptions, 'siteUrl' | 'seed' | 'empty' | 'anew' | 'report'> = {},
): Promise<Backend> {
  const backend = await useBackend(options)
  if (backend.isNew && options.seed !== false) {
    await createDemoAccounts(backend)
    options.report?.('Demo accounts')
  }
  process.env.NEXT_PUBLIC_SUPABASE_URL = backend.url
  process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY = backend.publishableKey
  process.env.SUPABASE_SECRET_KEY = backend.secretKey
  process.env.DATABASE_URL ||= backend.databaseUrl
  if (!process.env.SMTP_URL) {
    process.env.SMTP_URL = backend.smtpUrl
    process.env.SIGNPOST_SAVES_MAILS = '1'
    process.env.MAIL_FROM ||= 'signpost@localhost'
  }
  return backend
}

/** Throws an error that names the variable if the configuration is wrong (lib/env.ts). */
export async function checkEnvironment(): Promise<void> {
  await import('../../lib/env.ts')
}

/** Prints an error in one line and exits. */
export function fail(error: unknown): never {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

/** Which of a command's options are given. Prints the usage and exits with --help, and fails with an unknown one. */
export function readOptions<Name extends string = never>(
  usage: string,
  ...names: Name[]
): Record<Name, boolean> {
  const options = Object.fromEntries(
    names.map((name) => [name, { type: 'boolean', default: false }] as const),
  )
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } })
    if (!values.help) return values as Record<Name, boolean>
  } catch (error) {
    fail(`${(error as Error).message}\n\n${usage}`)
  }
  console.log(usage)
  process.exit()
}

/** Runs a command, then exits. */
export async function runCommand(work: () => Promise<void>): Promise<never> {
  await work().catch(fail)
  process.exit()
}
