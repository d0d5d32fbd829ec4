import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBackend } from '../local/backend.ts'
import { generateTypes, typesFile } from './database-types.ts'
import { runCommand } from './environment.ts'

// npm run db:types: writes lib/supabase/database.types.ts from a throw-away database with all migrations.
await runCommand(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-types-'))
  const backend = await startBackend({ folder, seed: false, durable: false })
  try {
    writeFileSync(typesFile, await generateTypes(backend.databaseUrl))
  } finally {
    await backend.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
