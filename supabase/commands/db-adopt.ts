import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { dataFolder, projectRoot, startBackend } from '../local/backend.ts'
import { claimFolder } from '../local/claim.ts'
import { readSecrets } from '../local/config.ts'
import { listMigrations } from '../local/migrations.ts'
import { startPostgres } from '../local/postgres.ts'
import { adopt } from './adopt.ts'
import { connect } from './connection.ts'
import { isBackendConfigured, loadEnvironment, readOptions, runCommand } from './environment.ts'

readOptions(`Usage: npm run db:adopt

Moves a database of Signpost 1.0.2 to the migrations that start with the baseline. Uses DATABASE_URL, or the local
database, which must not be running.`)

/** A throw-away database with only the baseline. */
async function withBaseline<T>(file: string, use: (sql: Sql) => Promise<T>): Promise<T> {
  const scratch = mkdtempSync(join(tmpdir(), 'signpost-adopt-'))
  const project = join(scratch, 'project')
  mkdirSync(join(project, 'supabase/migrations'), { recursive: true })
  const path = join('supabase/migrations', file)
  copyFileSync(join(projectRoot, path), join(project, path))
  const backend = await startBackend({ folder: join(scratch, 'data'), project, seed: false, durable: false })
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    return await use(sql)
  } finally {
    await sql.end()
    await backend.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The database to adopt. The local one starts without its API, which would ask for migrations. */
async function withTarget<T>(use: (sql: Sql, name: string) => Promise<T>): Promise<T> {
  if (process.env.DATABASE_URL || isBackendConfigured()) {
    const { sql, name, end } = await connect()
    return use(sql, name).finally(end)
  }
  const folder = dataFolder()
  const release = claimFolder(folder)
  if (!release) throw new Error('The local Supabase is running. Stop it first (Ctrl-C where npm start runs).')
  const { password } = readSecrets(folder)
  const server = await startPostgres({
    folder,
    password,
    logFile: join(folder, 'postgres.log'),
    durable: true,
  })
  const sql = postgres(`postgresql://postgres:${password}@127.0.0.1:${server.port}/postgres`, {
    max: 1,
    onnotice: () => {},
  })
  try {
    return await use(sql, 'the local database')
  } finally {
    await sql.end()
    await server.stop()
    release()
  }
}

await runCommand(async () => {
  loadEnvironment()
  const [file] = listMigrations(projectRoot)
  const [version, ...words] = file!.replace('.sql', '').split('_')
  await withTarget(async (target, name) => {
    const differences = await withBaseline(file!, (baseline) =>
      adopt(target, baseline, version!, words.join('_')),
    )
    if (differences.length > 0) {
      throw new Error(
        `${differences.join('\n\n')}\n\n${name} differs from Signpost 1.0.2 in ${differences.length} places. Nothing was changed.`,
      )
    }
    console.log(
      `${name} now continues from the baseline. Apply the later migrations: npm start, or npx supabase db push.`,
    )
  })
})
