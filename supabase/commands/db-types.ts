import { writeFileSync } from 'node:fs'
import { useBackend } from '../local/backend.ts'
import { generateTypes, typesFile } from './database-types.ts'
import { fail } from './environment.ts'

// npm run db:types: writes lib/supabase/database.types.ts from the migrated local database.
try {
  const backend = await useBackend()
  try {
    writeFileSync(typesFile, await generateTypes(backend.databaseUrl))
  } finally {
    await backend.stop()
  }
} catch (error) {
  fail(error)
}
process.exit(0)
