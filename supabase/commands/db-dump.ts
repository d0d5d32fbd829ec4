import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { startBackend } from '../local/backend.ts'
import { runCommand } from './environment.ts'
import { dumpSchema } from './schema-dump.ts'

const usage = `Usage: npm run db:dump -- <file>

Writes the schema that the migrations create in an empty database, to compare two versions.`

await runCommand(async () => {
  const [file = '--help'] = process.argv.slice(2)
  if (file === '--help' || file === '-h') return console.log(usage)
  const folder = mkdtempSync(join(tmpdir(), 'signpost-dump-'))
  const backend = await startBackend({ folder, seed: false, durable: false })
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    writeFileSync(file, await dumpSchema(sql))
  } finally {
    await sql.end()
    await backend.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
