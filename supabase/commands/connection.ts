import postgres, { type Sql } from 'postgres'
import type { BackendOptions } from '../local/backend.ts'
import { needsTls } from '../../lib/supabase/database-address.ts'
import { isBackendConfigured, loadEnvironment, useLocalBackend } from './environment.ts'

/** A connection with the operator's rights, and a way to close it. `name` describes the database without secrets. */
export type Connection = { sql: Sql; name: string; end: () => Promise<void> }

/**
 * Connects to DATABASE_URL, or else to the local Supabase. Starts that one if needed, and creates it with an example
 * board (by default) if it doesn't exist. Throws if the site uses a Supabase project without a known database address.
 */
export async function connect(options: Pick<BackendOptions, 'seed'> = {}): Promise<Connection> {
  loadEnvironment()
  const given = process.env.DATABASE_URL
  if (given) {
    if (!URL.canParse(given)) throw new Error('DATABASE_URL is not a connection string (postgresql://…).')
    const sql = open(given)
    const name = describe(given)
    await checkDatabase(sql, name)
    return { sql, name, end: () => sql.end({ timeout: 5 }) }
  }
  if (isBackendConfigured()) {
    throw new Error(
      `The site uses ${process.env.NEXT_PUBLIC_SUPABASE_URL}. Set DATABASE_URL to the connection string of its database.`,
    )
  }
  const backend = await useLocalBackend(options)
  const sql = open(backend.databaseUrl)
  return {
    sql,
    name: 'the local database',
    end: async () => {
      await sql.end({ timeout: 5 })
      await backend.stop()
    },
  }
}

/** Runs a function with that connection, then closes it. */
export async function withDatabase(work: (sql: Sql, name: string) => Promise<void>): Promise<void> {
  const { sql, name, end } = await connect()
  await work(sql, name).finally(end)
}

/** Throws if the database can't be reached or has no tables. */
async function checkDatabase(sql: Sql, name: string): Promise<void> {
  const [found] = await sql<{ isReady: boolean }[]>`
    select to_regclass('private.imports') is not null as "isReady"`.catch((error: Error) => {
    throw new Error(`Can't use the database ${name}: ${error.message}`, { cause: error })
  })
  if (!found?.isReady)
    throw new Error(`The database ${name} is not up to date: apply supabase/migrations first.`)
}

/** Poolers in transaction mode don't support prepared statements. */
function open(url: string): Sql {
  return postgres(url, {
    ...(needsTls(url) && { ssl: 'require' }),
    max: 1,
    prepare: false,
    onnotice: () => {},
    connection: { application_name: 'signpost' },
  })
}

function describe(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}${port && `:${port}`}${pathname}`
}
