import { readdirSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sql } from 'postgres'
import postgres from 'postgres'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A project's migrations, in order. */
export const listMigrations = (project: string): string[] =>
  readdirSync(join(project, 'supabase/migrations')).toSorted()

/** How a project's migrations differ from those that a database has applied, by version. */
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

const folder = fileURLToPath(new URL('../schemas/', import.meta.url))

/** The files of supabase/schemas in the order of schema_paths in config.toml. */
const listSchemas = (): string[] => globSync('*/*.sql', { cwd: folder }).toSorted()

/** supabase/schemas as one script. Function bodies may refer to things that later files create. */
export function readSchemas(): string {
  const files = listSchemas().map((file) => `-- ${file}\n${readFileSync(join(folder, file), 'utf8')}`)
  return `set check_function_bodies = off;\n\n${files.join('\n')}`
}

/** Creates a project in the folder with that script as its only migration (`project` of BackendOptions). */
export function makeSchemasProject(project: string): string {
  const migrations = join(project, 'supabase/migrations')
  mkdirSync(migrations, { recursive: true })
  writeFileSync(join(migrations, '20000101000000_schemas.sql'), readSchemas())
  return project
}

const seed = fileURLToPath(new URL('../seed.sql', import.meta.url))

/** Grants that a hosted project's schemas have and Lite's lack. The policies decide what each role may do. */
const platform = `
  grant usage on schema auth, storage to anon, authenticated, service_role;
  grant all on all tables in schema storage to anon, authenticated, service_role;
  alter table auth.mfa_factors drop constraint if exists mfa_factors_user_id_fkey,
    add constraint mfa_factors_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade;
  alter table auth.mfa_amr_claims drop constraint if exists mfa_amr_claims_session_id_fkey,
    add constraint mfa_amr_claims_session_id_fkey foreign key (session_id) references auth.sessions (id) on delete cascade`

const factorTables = fileURLToPath(new URL('factors/tables.sql', import.meta.url))

/** Earlier versions stored JSON as a JSON string here. Nothing else in the rows changes. */
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

/** Runs supabase/seed.sql, if wanted, in an empty database. Returns whether the database was empty. */
export async function prepareDatabase(databaseUrl: string, wantsSeed: boolean): Promise<boolean> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(
        ['set local session_replication_role = replica', ...unwrapping, platform].join(';'),
      )
    })
    const [row] = await sql`select exists (select from public.profiles) as filled`
    if (row?.filled) return false
    if (wantsSeed) await sql.begin((transaction) => transaction.file(seed))
    return true
  } finally {
    await sql.end()
  }
}

/**
 * Prepares the database for migrations and returns how many are missing. Throws if it has migrations that don't exist
 * here.
 */
export async function prepareMigration(databaseUrl: string, project?: string): Promise<number> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const { missing, unknown } = await compareMigrations(sql, project)
    if (unknown.length > 0) {
      throw new Error(
        `The local database was made by another version of Signpost (its migration ${unknown[0]} doesn't exist here). ` +
          'If that was 1.0.2, keep its data: npm run db:adopt. To start over without it: npm run db:reset',
      )
    }
    // Earlier versions restored grants with their own trigger.
    await sql`drop schema if exists local_backend cascade`
    await sql.file(factorTables)
    return missing.length
  } finally {
    await sql.end()
  }
}
