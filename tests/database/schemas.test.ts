import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { dumpSchema } from '../../supabase/commands/schema-dump.ts'
import { makeSchemasProject } from '../../supabase/local/migrations.ts'
import { startTestBackend } from '../support/start-backend.ts'

const scratch = mkdtempSync(join(tmpdir(), 'signpost-schemas-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** A new database with its initial rows, without its own secrets. */
async function dumpNew(name: string, project?: string): Promise<string> {
  const backend = await startTestBackend(join(scratch, name), { project })
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    return (await dumpSchema(sql)).replaceAll(/^\{"value": "\\\\x[0-9a-f]+"\}$/gm, 'a secret')
  } finally {
    await sql.end()
    await backend.stop()
  }
}

test('the migrations make what supabase/schemas says, rows included', async () => {
  const migrated = await dumpNew('migrations')
  expect(migrated).toContain('a secret')
  expect(await dumpNew('schemas', makeSchemasProject(join(scratch, 'project')))).toBe(migrated)
}, 120_000)
