import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot, startBackend } from '../local/backend.ts'
import { makeSchemasProject, readSchemas } from '../local/migrations.ts'
import { fail } from './environment.ts'

// npm run db:migration -- <name>: writes the difference between supabase/schemas and the migrations as a new migration,
// for a person to review. Rows aren't compared: if a schema file inserts or changes rows, add that to the migration by
// hand.
const migrations = join(projectRoot, 'supabase/migrations')
const scratch = mkdtempSync(join(tmpdir(), 'signpost-migration-'))

/** pg-delta is an alpha, so its version is pinned; tests/database/schemas.test.ts checks its output. */
const delta = async (...args: string[]) =>
  promisify(execFile)(
    process.execPath,
    [join(projectRoot, 'node_modules/@supabase/pg-delta/dist/cli/main.js'), ...args],
    { maxBuffer: 64 * 1024 * 1024 },
  )

/** A throw-away database with a project's migrations. */
async function makeDatabase(name: string, project?: string) {
  return startBackend({ folder: join(scratch, name), project, seed: false, durable: false })
}

async function writeDifference(): Promise<string | null> {
  const [plan, script] = [join(scratch, 'plan.json'), join(scratch, 'difference.sql')]
  const desired = await makeDatabase('schemas', makeSchemasProject(join(scratch, 'project')))
  try {
    const source = await makeDatabase('migrations')
    try {
      const ends = ['--source', source.databaseUrl, '--desired', desired.databaseUrl]
      await delta('plan', '--profile', 'supabase', ...ends, '--out', plan)
    } finally {
      await source.stop()
    }
  } finally {
    await desired.stop()
  }
  const { stdout } = await delta('render', '--allow-drops', '--plan', plan, '--out', script)
  return (JSON.parse(stdout.slice(stdout.indexOf('{'))) as { changes: boolean }).changes ? script : null
}

/** Now, or right after the last migration, because `supabase db push` refuses one that comes before it. */
function nextVersion(): string {
  const now = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const last = readdirSync(migrations).toSorted().at(-1)?.split('_')[0] ?? ''
  return now > last ? now : String(BigInt(last) + 1n)
}

try {
  const [name] = process.argv.slice(2)
  if (!name || !/^[a-z0-9_]+$/.test(name)) {
    throw new Error(
      'Give the migration a name: npm run db:migration -- <name>, in lowercase letters and underscores.',
    )
  }
  const file = join(migrations, `${nextVersion()}_${name}.sql`)
  if (readdirSync(migrations).length === 0) {
    writeFileSync(
      file,
      `-- Generated from supabase/schemas by npm run db:migration. Read those.\n${readSchemas()}`,
    )
  } else {
    const script = await writeDifference()
    if (!script) throw new Error('The migrations already match supabase/schemas.')
    copyFileSync(script, file)
  }
  console.log(`Review ${relative(projectRoot, file)}, then run npm run db:types.`)
} catch (error) {
  fail(error)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
process.exit(0)
