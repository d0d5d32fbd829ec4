import { writeFileSync } from 'node:fs'
import { useBackend } from '../local/backend.ts'
import { generateTypes, typesFile } from './database-types.ts'
import { runCommand } from './environment.ts'

// npm run db:types: writes lib/supabase/database.types.ts from the migrated local database.
await runCommand(async () => {
  const backend = await useBackend()
  try {
    writeFileSync(typesFile, await generateTypes(backend.databaseUrl))
  } finally {
    await backend.stop()
  }
})
