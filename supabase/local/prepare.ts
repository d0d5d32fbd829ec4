import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { compareMigrations } from './migrations.ts'

const seed = fileURLToPath(new URL('../seed.sql', import.meta.url))

/** What a hosted project's own schemas have and Lite's lack; what anybody may do there, the policies say. */
const platform = `
  grant usage on schema auth, storage to anon, authenticated, service_role;
  grant all on all tables in schema storage to anon, authenticated, service_role`

/** Earlier versions kept JSON as a string of JSON here; nothing else of the rows changes. */
const unwrapping = [
  ['auth.users', 'raw_user_meta_data'],
  ['auth.users', 'raw_app_meta_data'],
  ['auth.identities', 'identity_data'],
  ['storage.objects', 'metadata'],
  ['storage.objects', 'user_metadata'],
].map(
  ([table, column]) =>
    `update ${table} set ${column} = (${column} #>> '{}')::jsonb where jsonb_typeof(${column}) = 'string'`,
)

/** Runs supabase/seed.sql when nobody has written anything yet. */
export async function prepareDatabase(databaseUrl: string, wantsSeed: boolean): Promise<boolean> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(
        ['set local session_replication_role = replica', ...unwrapping, platform].join(';'),
      )
    })
    const [row] = await sql`select exists (select from public.profiles) as filled`
    if (row?.filled || !wantsSeed) return false
    await sql.begin((transaction) => transaction.file(seed))
    return true
  } finally {
    await sql.end()
  }
}

/**
 * How many migrations have to be applied, and lets them.
 * Throws a sentence when the data was made by migrations that are no longer there.
 */
export async function prepareMigration(databaseUrl: string, project?: string): Promise<number> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const { missing, unknown } = await compareMigrations(sql, project)
    if (unknown.length > 0) {
      throw new Error(
        `The local database was made by another version of Signpost (its migration ${unknown[0]} is not here). ` +
          'If that was 1.0.2, keep its data: npm run db:adopt. To start anew without it: npm run db:reset',
      )
    }
    // Earlier versions put grants back by a trigger of their own.
    await sql`drop schema if exists local_backend cascade`
    return missing.length
  } finally {
    await sql.end()
  }
}
