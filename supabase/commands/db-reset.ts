import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder, findBackend } from '../local/backend.ts'
import { fail, useLocalBackend } from './environment.ts'

// npm run db:reset: throws the local data away and makes the example board anew.
try {
  if (await findBackend())
    throw new Error('The local Supabase is running. Stop it first (Ctrl-C where npm start runs).')
  for (const name of ['postgres', 'supabase', 'mail']) {
    rmSync(join(dataFolder(), name), { recursive: true, force: true })
  }
  const backend = await useLocalBackend()
  await backend.stop()
  console.log('The local database is new: migrated and filled with the example board.')
} catch (error) {
  fail(error)
}
process.exit(0)
