import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { projectRoot } from '../../supabase/local/backend.ts'
import { listMigrations } from '../../supabase/local/migrations.ts'
import { listReleasedMigrations, nameIn, releasesFolder } from './releases.ts'
import { startTestBackend } from './start-backend.ts'

/**
 * Creates the database of a release in a data folder, with its migrations and rows. 1.0.2 is older than the baseline,
 * which creates the same database as its migrations, so only their names are kept. `look` gets the database before it
 * stops.
 */
export async function makeReleasedDatabase<Seen>(
  version: string,
  data: string,
  look: (sql: Sql) => Promise<Seen>,
): Promise<Seen> {
  const released = listReleasedMigrations(version).map(nameIn)
  const all = listMigrations(projectRoot)
  const isBeforeBaseline = !released.includes(all[0]!)
  const project = makeProject(isBeforeBaseline ? all.slice(0, 1) : released)
  const backend = await startTestBackend(data, { project })
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    if (isBeforeBaseline) await setHistory(sql, released)
    const rows = readFileSync(join(releasesFolder, version, 'rows.sql'), 'utf8')
    // Tables that the release didn't have may refer to tables that it had.
    await sql.unsafe(rows.replace(/^truncate .*(?=;$)/m, '$& cascade'))
    return await look(sql)
  } finally {
    await sql.end()
    await backend.stop()
    rmSync(project, { recursive: true, force: true })
  }
}

/** A project with only these migrations. */
export function makeProject(migrations: string[]): string {
  const project = mkdtempSync(join(tmpdir(), 'signpost-released-'))
  mkdirSync(join(project, 'supabase/migrations'), { recursive: true })
  for (const name of migrations) {
    const path = join('supabase/migrations', name)
    copyFileSync(join(projectRoot, path), join(project, path))
  }
  return project
}

async function setHistory(sql: Sql, files: string[]): Promise<void> {
  const rows = files.map((file) => ({
    version: file.split('_')[0]!,
    name: file.replace(/^\d+_(.*)\.sql$/, '$1'),
  }))
  await sql`delete from supabase_migrations.schema_migrations`
  await sql`insert into supabase_migrations.schema_migrations ${sql(rows)}`
}
