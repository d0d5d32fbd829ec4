import { createClient } from '@supabase/supabase-js'
import type { PgBoss } from 'pg-boss'
import postgres from 'postgres'
import { env } from '../env.ts'
import { log } from '../log.ts'
import { openMailer } from '../mail/open-mailer.ts'
import { needsTls } from '../supabase/database-address.ts'
import type { JobContext } from './context.ts'
import { findMailServer } from './find-mail-server.ts'

export function openContext(
  databaseUrl: string,
  engine: PgBoss,
  isOver: () => boolean,
): { context: JobContext; close: () => Promise<void> } {
  const {
    NEXT_PUBLIC_SUPABASE_URL,
    SUPABASE_SECRET_KEY,
    SITE_URL,
    SITE_NAME,
    SITE_LOGO_URL,
    WEBHOOKS_TO_LOOPBACK,
  } = env
  const sql = postgres(databaseUrl, {
    ...(needsTls(databaseUrl) && { ssl: 'require' }),
    max: 6,
    // Poolers in transaction mode don't support prepared statements.
    prepare: false,
    onnotice: () => {},
    connection: { application_name: 'signpost jobs' },
  })
  const context: JobContext = {
    sql,
    engine,
    site: { url: SITE_URL, name: SITE_NAME, logo: SITE_LOGO_URL },
    async findMailer() {
      const server = await findMailServer(sql)
      return server && ((name) => openMailer(server, name))
    },
    supabaseUrl: NEXT_PUBLIC_SUPABASE_URL,
    storage: SUPABASE_SECRET_KEY
      ? createClient(NEXT_PUBLIC_SUPABASE_URL, SUPABASE_SECRET_KEY, { auth: { persistSession: false } })
          .storage
      : null,
    webhooksToLoopback: WEBHOOKS_TO_LOOPBACK,
    tellSite,
    isOver,
  }
  return { context, close: () => sql.end({ timeout: 5 }) }
}

async function tellSite(): Promise<void> {
  const { SITE_URL, JOBS_SECRET } = env
  if (!JOBS_SECRET) return
  const headers = { Authorization: `Bearer ${JOBS_SECRET}` }
  try {
    const told = await fetch(`${SITE_URL}/api/changes`, {
      method: 'POST',
      headers,
      signal: AbortSignal.timeout(10_000),
    })
    if (!told.ok) throw new Error(`It answered with status ${told.status}.`)
  } catch (error) {
    log('warn', 'The site could not be told about a change', { reason: (error as Error).message })
  }
}
