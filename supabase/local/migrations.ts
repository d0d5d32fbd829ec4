import { readdirSync } from 'node:fs'
import type { Sql } from 'postgres'

const folder = new URL('../migrations/', import.meta.url)

/** How the files of supabase/migrations and what a database has applied differ, by version. */
export async function compareMigrations(
  sql: Sql,
): Promise<{ files: string[]; missing: string[]; unknown: string[] }> {
  const files = readdirSync(folder).map((name) => name.split('_')[0]!)
  const [history] = await sql<{ isKept: boolean }[]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as "isKept"`
  const rows = history!.isKept ? await sql`select version from supabase_migrations.schema_migrations` : []
  const applied = rows.map(({ version }) => String(version))
  return {
    files,
    missing: files.filter((version) => !applied.includes(version)),
    unknown: applied.filter((version) => !files.includes(version)),
  }
}
