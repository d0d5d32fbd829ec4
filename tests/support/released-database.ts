import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { projectRoot } from '../../supabase/local/backend.ts'
import { endChild } from '../../supabase/local/processes.ts'
import { copySources } from './project-copy.ts'
import { listReleasedMigrations, nameIn, releasesFolder } from './releases.ts'

/**
 * Makes the database of a release in a data folder: by its migrations, in a copy of the project that has no others,
 * and with its rows. `look` sees it before it is stopped.
 */
export async function makeReleasedDatabase<Seen>(
  version: string,
  data: string,
  look: (sql: Sql) => Promise<Seen>,
): Promise<Seen> {
  const project = mkdtempSync(join(tmpdir(), 'signpost-released-'))
  try {
    copySources(project)
    symlinkSync(join(projectRoot, 'node_modules'), join(project, 'node_modules'))
    const released = listReleasedMigrations(version).map(nameIn)
    const migrations = join(project, 'supabase/migrations')
    for (const name of readdirSync(migrations)) if (!released.includes(name)) rmSync(join(migrations, name))
    return await withBackend(project, data, async (sql) => {
      await sql.unsafe(readFileSync(join(releasesFolder, version, 'rows.sql'), 'utf8'))
      return look(sql)
    })
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}

async function withBackend<T>(project: string, data: string, use: (sql: Sql) => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, ['tests/support/keep-backend.ts', data], {
    cwd: project,
    env: { PATH: process.env.PATH, NODE_ENV: 'test' },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { databaseUrl } = await new Promise<{ databaseUrl: string }>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(JSON.parse(text.toString())))
    child.once('exit', (code) => reject(new Error(`The backend did not start (${code}).`)))
  })
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    return await use(sql)
  } finally {
    await sql.end()
    await endChild(child)
  }
}
