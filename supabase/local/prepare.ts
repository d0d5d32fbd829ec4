import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { compareMigrations } from './migrations.ts'

const grants = fileURLToPath(new URL('grants.sql', import.meta.url))
const seed = fileURLToPath(new URL('../seed.sql', import.meta.url))

/** Keeps the migrations' grants (grants.sql); runs supabase/seed.sql when nobody has written anything yet. */
export async function prepareDatabase(databaseUrl: string, wantsSeed: boolean): Promise<boolean> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql.begin((transaction) => transaction.file(grants))
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
    // A migration's own grants must stand as written; grants.sql watches over them afterwards.
    if (missing.length > 0) await sql`drop event trigger if exists put_grants_back`
    return missing.length
  } finally {
    await sql.end()
  }
}
