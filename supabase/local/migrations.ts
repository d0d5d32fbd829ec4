import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sql } from 'postgres'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The migrations of a project, in their order. */
export const listMigrations = (project: string): string[] =>
  readdirSync(join(project, 'supabase/migrations')).toSorted()

/** How the migrations of a project and what a database has applied differ, by version. */
export async function compareMigrations(
  sql: Sql,
  project: string = root,
): Promise<{ files: string[]; missing: string[]; unknown: string[] }> {
  const files = listMigrations(project).map((name) => name.split('_')[0]!)
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
