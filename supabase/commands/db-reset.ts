import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder, findBackend } from '../local/backend.ts'
import { fail, useLocalBackend } from './environment.ts'

// npm run db:reset: throws the local data away and makes the example board anew; with -- --empty makes no board, so
// that one can be brought from elsewhere (npm run import).
const isEmpty = process.argv.includes('--empty')
try {
  if (await findBackend())
    throw new Error('The local Supabase is running. Stop it first (Ctrl-C where npm start runs).')
  for (const name of ['postgres', 'supabase', 'mail']) {
    rmSync(join(dataFolder(), name), { recursive: true, force: true })
  }
  const backend = await useLocalBackend({ seed: !isEmpty })
  await backend.stop()
  console.log(
    `The local database is new: migrated and ${isEmpty ? 'empty' : 'filled with the example board'}.`,
  )
} catch (error) {
  fail(error)
}
process.exit(0)
